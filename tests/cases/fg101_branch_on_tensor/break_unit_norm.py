import torch
from torch import nn


class UnitNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        norm = h.norm()
        if norm > 1e-6:  # break: FG101
            h = h / norm
        return h * 3


def make():
    return UnitNorm()


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
