# only: torch>=2.11
import torch
from torch import nn


class Marked(nn.Module):
    def forward(self, x, places):
        for row, place in enumerate(places.tolist()):  # break[default]: FG203
            x[row, place] = 1.0  # break[fullgraph]: FG206
        return x * 2


def make():
    return Marked()


def inputs():
    return [(torch.randn(2, 4), torch.tensor([2, 1])), (torch.randn(2, 4), torch.tensor([3, 1]))]
