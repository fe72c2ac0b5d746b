import torch
from torch import nn


class Route(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.a(x) if x.sum() > 0 else self.b(x)  # break: FG103
        return y.tanh()


def make():
    return Route()


def inputs():
    return [(torch.ones(2, 3),), (-torch.ones(2, 3),)]
