"""One arm gives a transposed tensor; a later view needs the strides."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h.transpose(0, 1)
        return h.as_strided((4,), (1,))


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 2),), (-torch.rand(2, 2),)]
