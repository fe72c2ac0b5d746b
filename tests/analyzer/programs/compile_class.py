# scope: explicit
import torch
from torch import nn


@torch.compile
class M(nn.Module):
    def forward(self, x):
        print(x)  # hit
        return x
