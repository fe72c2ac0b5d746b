# fix: safe
import torch
from torch import nn


class Flags(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        large = h.max() > 1  # break[default]: FG201
        small = h.min() < -1  # break[default]: FG201
        h = torch.where(torch.logical_and(large, torch.logical_not(small)), h - 1, h)  # break[fullgraph]: FG101
        return h


def make():
    model = Flags()
    nn.init.eye_(model.fc.weight)
    nn.init.zeros_(model.fc.bias)
    return model


def inputs():
    rows = [[0.0, 0.5, 0.1, 0.2], [2.0, 0.5, 0.1, 0.2], [2.0, -3.0, 0.0, 1.0]]
    return [(torch.tensor([row]),) for row in rows]
