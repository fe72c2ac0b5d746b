# fix: safe
import torch
from torch import nn


class SignedScale(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        y = h + 1 if h.sum() > 0 else h - 1  # break: FG103
        return y * 2


def make():
    return SignedScale()


def inputs():
    return [(torch.randn(2, 3) * 4,) for _ in range(4)]
