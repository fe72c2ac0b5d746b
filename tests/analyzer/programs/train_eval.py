import torch
from torch import nn


class M(nn.Module):
    def forward(self, x):
        if self.training:
            if x.sum() > 0:  # hit
                x = x + 1
        if not self.training and x.sum() > 0:  # hit
            x = x + 1
        return x
