import torch
from torch import nn


class Parts(nn.Module):
    def forward(self, x):
        column, _ = x.nonzero().unbind(1)  # break[default]: FG301
        one = column.unbind(0)  # break[fullgraph]: FG309
        rows = x.nonzero()  # break[default]: FG301
        two = rows.chunk(2)  # break[fullgraph]: FG309
        more = x.nonzero()  # break[default]: FG301
        three = torch.split(more, 1)  # break[fullgraph]: FG309
        return one[0] + two[0][0] + three[0][0]


def make():
    return Parts()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [2.0, 3.0]]),)]
