"""Two tensors, two numbers, one side alone, and a tensor that is a constant."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        y = torch.clamp(x, x.min(), x.max())
        y = torch.clamp(y, 0, 1.0) + torch.clamp(y, max=x.max()) + y.clamp(None, x.max())
        y = torch.clamp(y, 0, torch.tensor(3.0)) + y.clamp(0, x.shape[0])
        return y + x.clamp_max(x.max())


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
