import torch
from torch import nn


class Mix:
    def tool(self, x):
        if x.sum() > 0:  # hit
            return x
        return x + 1
class Base(nn.Module):
    def forward(self, x):
        return self.hook(x)
    def hook(self, x):
        return x
class M(Mix, Base):
    def hook(self, x):
        return self.tool(x)
