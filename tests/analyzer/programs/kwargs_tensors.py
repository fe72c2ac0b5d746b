import torch
from torch import Tensor, nn


def inner(x, mask=None, **kwargs):
    if mask is not None and mask.any():  # hit
        x = x + 1
    return x
class M(nn.Module):
    def mid(self, x, **kwargs):
        return inner(x, **kwargs)
    def forward(self, x, m: Tensor):
        return self.mid(x, mask=m, other=3)
