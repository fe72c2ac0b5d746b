# fix: safe
import torch
from torch import nn


class ThreeWay(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        mean = h.mean()
        # break: FG101
        y = torch.where(mean > 0.5, h - 1, torch.where(mean < -0.5, h + 1, h * 0.5))  # break: FG101
        return y


def make():
    return ThreeWay()


def inputs():
    return [(torch.randn(4) * 4,) for _ in range(6)]
