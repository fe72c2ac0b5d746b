"""No tensor is equal to a text or None, none is found in a set by its data, and sizes are no data."""

import torch
from torch import nn

KNOWN = frozenset((1, 2))


class Steps(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = [1, 2]

    def forward(self, x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
        if t in ("first", "last") or t in (None,) or t in ():
            x = x + 1
        if t in {1, 2} or t in {1: "first"} or t in KNOWN:
            x = x + 1
        if x.shape[0] in (1, 2) or x.dim() in self.steps:
            x = x + 1
        return x


def make():
    return Steps()


def inputs():
    return [(torch.ones(2), torch.tensor(t)) for t in (1, 5)]
