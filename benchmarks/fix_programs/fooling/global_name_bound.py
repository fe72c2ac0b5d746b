"""The name that is bound is a global one."""

import torch
from torch import nn


KEPT = None


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        global KEPT
        KEPT = torch.tanh(x)
        if KEPT.sum() > 0:
            KEPT = KEPT * 2
        return KEPT + 1


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
