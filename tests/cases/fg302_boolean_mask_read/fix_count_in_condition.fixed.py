# fix: safe
import torch
from torch import nn


class Shrink(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        large = h > 1
        h = torch.where(large.sum() > 2, h * 0.5, h)  # break[default]: FG302; break[fullgraph]: FG101
        h = torch.where(large.sum() == 0, h + 1, h)  # break[default]: FG302; break[fullgraph]: FG101
        return h * 2


def make():
    return Shrink()


def inputs():
    return [(torch.randn(2, 3) * scale,) for scale in (0.1, 4, 8, 4, 8)]
