"""The same by id() in a dictionary of what was seen."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, int]:
        h = torch.tanh(x)
        seen = {id(h)}
        if h.sum() > 0:
            h = h + 1
        seen.add(id(h))
        return h, len(seen)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
