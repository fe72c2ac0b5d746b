# only: torch>=2.11
import dataclasses

import torch
from torch import nn


@dataclasses.dataclass
class Norm:
    dim: int
    eps: float = 1e-5


@dataclasses.dataclass
class Clip:
    low: float
    high: float


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [Norm(1), Clip(0.0, 1.0)]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        for step in self.steps:
            match step:
                case Norm(dim, eps=eps):
                    y = y / (y.norm(dim=dim, keepdim=True) + eps)
                case Clip(low, high):
                    if y.min() < low:  # break: FG101
                        y = y.clamp(low, high)
                case None:
                    if y.sum() > 0:
                        y = y + 1
        return y


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
