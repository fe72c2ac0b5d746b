import torch
from torch import nn


class Experts(nn.Module):
    def __init__(self, dim: int = 4):
        super().__init__()
        self.small = nn.Linear(dim, dim)
        self.large = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.norm() > 1:  # break: FG101
            y = self.large(x)
        else:
            y = self.small(x)
        return y.relu()


def make():
    return Experts()


def inputs():
    return [(torch.ones(2, 4),), (torch.zeros(2, 4),)]
