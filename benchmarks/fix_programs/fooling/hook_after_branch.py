"""A hook is put on the result of the branch."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = torch.tanh(x)
        out = h
        if h.sum() > 0:
            out = h * 3
        out.register_hook(lambda grad: torch.zeros_like(grad))
        return out * 2, h * 5


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
