import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x):
        rows = x.nonzero()  # break[default]: FG301
        moved = rows.roll(1, dims=0)  # break[fullgraph]: FG310
        return moved + 1


def make():
    return Rows()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [2.0, 3.0]]),)]
