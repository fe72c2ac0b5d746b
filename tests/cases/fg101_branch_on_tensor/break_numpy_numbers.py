import numpy as np
import torch
from torch import nn


class Chunked(nn.Module):
    def __init__(self):
        super().__init__()
        self.lengths = [4, 6]

    def chunk(self):
        return np.lcm(self.lengths[0], self.lengths[1])

    def forward(self, x):
        chunk = self.chunk()
        padded = x.shape[-1] % chunk != 0
        if padded:  # break: FG101
            x = torch.cat([x, x], dim=-1)
        if np.log2(x.shape[-1]) > 2:  # break: FG101
            x = x * 2
        if np.float64(x.shape[-1]) > 2:  # break: FG101
            x = x + 1
        return x + (1 if np.isnan(2.0) else 2)  # break: FG103


def make():
    return Chunked()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
