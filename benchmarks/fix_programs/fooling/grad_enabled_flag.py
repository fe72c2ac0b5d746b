"""set_grad_enabled in an arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        with torch.enable_grad():
            if h.sum() > 0:
                torch.set_grad_enabled(False)
                h = h * 2
            h = h + 1
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
