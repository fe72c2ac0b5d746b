import functools

import torch
from torch import nn


class M(nn.Module):
    @property
    def scale(self):
        return self.w.abs().max()
    @functools.cached_property
    def scale2(self):
        return self.w.abs().max()
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def forward(self, x):
        if self.scale > 0:  # hit
            x = x + 1
        return x
