import torch
from torch import nn


class Rows(nn.Module):
    """Items that are taken are known to be no more than there were, and not to be fewer than a part of them."""

    def __init__(self, ratio=0.5, keep=2):
        super().__init__()
        self.ratio = ratio
        self.keep = keep

    def rows(self, x):
        return (x[:, 0] > 2).nonzero()[:, 0]  # break[default]: FG301


class Capacity(Rows):
    def forward(self, x):
        if len(self.rows(x)) <= int(self.ratio * x.shape[0]):  # break[fullgraph]: FG101
            x = x + 1
        return x


class Half(Rows):
    def forward(self, x):
        n = x.shape[0]
        if len(self.rows(x)) > n // 2:  # break[fullgraph]: FG101
            x = x + 1
        return x


class Factor(Rows):
    def forward(self, x):
        if len(self.rows(x)) > 0.5 * x.shape[0]:  # break[fullgraph]: FG101
            x = x + 1
        return x


class AllButOne(Rows):
    def forward(self, x):
        if self.rows(x).shape[0] > x.shape[0] - 1:  # break[fullgraph]: FG101
            x = x + 1
        return x


class AtMost(Rows):
    def forward(self, x):
        if len(self.rows(x)) > min(self.keep, x.shape[0]):  # break[fullgraph]: FG101
            x = x + 1
        return x


class Share(Rows):
    def forward(self, x):
        n = x.shape[0]
        if len(self.rows(x)) / n > self.ratio:  # break[fullgraph]: FG101
            x = x + 1
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Capacity(), Half(), Factor(), AllButOne(), AtMost(), Share()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.arange(12.0).reshape(3, 4) + first, way) for way in range(6) for first in (0.0, 1.0)]
