import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, y=None, z=None):
        if isinstance(y, (list, tuple)):
            y = y[0]
        if torch.is_tensor(y) and y.sum() > 0:  # hit
            x = x + 1
        if isinstance(z, torch.Tensor):
            if z.any():  # hit
                x = x + 1
        elif z:
            x = x + 1
        if y is None:
            y = x
        return x
