# fix: safe
import torch
from torch import nn


class Flags(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        large = h.max().item() > 1  # break[default]: FG201
        small = h.min().item() < -1  # break[default]: FG201
        if large and not small:  # break[fullgraph]: FG101
            h = h - 1
        return h


def make():
    return Flags()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
