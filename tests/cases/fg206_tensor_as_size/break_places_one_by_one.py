# only: torch>=2.11
import torch
from torch import nn


def matched(overlaps):
    best = overlaps.max(1)[1]
    order = overlaps.max(0)[1]
    for place in range(order.size(0)):
        best[order[place]] = place  # break[default]: FG206; break[fullgraph]: FG206 (before 2.14)
    return best


class Model(nn.Module):
    def forward(self, x):
        return matched(x * 2)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 4),)]
