"""A list of tensors, of which an older constructor cannot make one while it is traced; `torch.tensor` can."""

import torch
from torch import nn


class Largest(nn.Module):
    def forward(self, x, how):
        if how == "as_tensor":
            return x + torch.as_tensor([x.min(), x.max()])  # fails: FG202
        if how == "new":
            return x + x.new([value - 1 for value in x])  # fails: FG202
        return x + torch.tensor([x.min(), x.max()]) + torch.as_tensor(x.max())


def make():
    return Largest()


def inputs():
    return [(torch.randn(2), how) for how in ("as_tensor", "new", "tensor")]
