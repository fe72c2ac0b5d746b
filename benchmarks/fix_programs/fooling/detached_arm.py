"""One arm is detached; the history of the result is looked at."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, bool]:
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h.detach()
        return h, h.requires_grad


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
