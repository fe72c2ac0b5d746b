# fix: safe
import torch
from torch import nn


class Inside(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        inside = 0 < h.mean() < 1  # break: FG103
        if inside:  # break: FG101
            h = h + 1
        return h


def make():
    return Inside()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
