"""A round draws, and so does what follows."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 1
        for _ in range(4):
            y = y + torch.rand_like(y)
            if y.mean() > 1:
                break
        return y + torch.rand_like(y)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(5),), (-torch.rand(5),)]
