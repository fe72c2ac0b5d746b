# fix: safe
# only: torch>=2.11
import torch
from torch import nn


class Overflow(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        large = bool((h > 1).any())  # break[default]: FG202
        if large:  # break[fullgraph]: FG101
            h = h * 0.5
        return torch.tanh(h)


def make():
    return Overflow()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
