import torch
from torch import nn


class Chosen(nn.Module):
    def forward(self, x, places):
        rows = x[places.tolist()]  # break[default]: FG203; break[fullgraph]: FG206
        return rows + x[[0, 1]]


def make():
    return Chosen()


def inputs():
    return [(torch.randn(4, 3), torch.tensor([2, 0]))]
