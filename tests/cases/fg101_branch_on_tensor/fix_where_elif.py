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
        if mean > 0.5:  # break: FG101
            y = h - 1
        elif mean < -0.5:  # break: FG101
            y = h + 1
        else:
            y = h * 0.5
        return y


def make():
    return ThreeWay()


def inputs():
    return [(torch.randn(4) * 4,) for _ in range(6)]
