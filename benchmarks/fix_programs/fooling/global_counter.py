"""An arm counts in a global."""

import torch
from torch import nn


KEPT = 0


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        global KEPT
        h = torch.tanh(x)
        if h.sum() > 0:
            KEPT += 1
            h = h + 1
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
