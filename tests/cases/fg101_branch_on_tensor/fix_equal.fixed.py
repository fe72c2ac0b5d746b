# fix: safe
import torch
from torch import nn


class Same(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        g = h.abs()
        h = torch.where((h == g).all(), h + 1, h)  # break: FG101
        return h


def make():
    return Same()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)] + [(torch.zeros(0, 4),)]
