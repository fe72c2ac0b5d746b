import torch
from torch import nn


def row(table, i):
    return table[i]  # break: FG206


class Passed(nn.Module):
    def forward(self, x):
        return row(x * 2, (x.sum() > 0).long()) + 1


class Converted(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("times", torch.linspace(0, 3, 4))

    def at(self, t):
        t = torch.as_tensor(t, dtype=self.times.dtype)
        index = torch.bucketize(t, self.times).clamp(0, 3)
        return self.times[index]  # break: FG206

    def forward(self, x):
        return self.at(x.mean()) + x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Passed(), Converted()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3, 4)) for way in range(2)]
