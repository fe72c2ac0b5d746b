"""The type test that TorchScript understands: TorchDynamo does not trace it."""

import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, normalized: bool = True) -> None:
        super().__init__()
        self.normalized = normalized

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x * 2
        if torch.jit.isinstance(self.normalized, str):  # break: FG507
            return x
        return x / x.norm()


def make():
    return Norm()


def inputs():
    return [(torch.ones(3),)]
