"""A function inside reads what a round binds, when it is called."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 1

        def twice():
            return y * 2

        z = x
        for _ in range(3):
            z = twice()
            if z.sum() > 1:
                break
            y = y + 1
        return z + y


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
