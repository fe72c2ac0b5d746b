# fix: safe
import torch
from torch import nn


class Signed(nn.Module):
    def __init__(self, dim: int = 3):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        # centre it
        y = torch.where(h.sum() > 0, h - 1, h + 1)  # break: FG101
        return y * 2


def make():
    return Signed()


def inputs():
    return [(torch.randn(2, 3) * 4,) for _ in range(4)]
