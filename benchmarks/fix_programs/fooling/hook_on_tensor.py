"""A hook on the tensor prints gradients."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        h.register_hook(lambda grad: grad * 2)
        if h.sum() > 0:
            h = h * 3
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
