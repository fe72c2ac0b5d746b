import torch
from torch import nn


class First(nn.Module):
    def forward(self, x):
        rows = x.nonzero()  # break[default]: FG301
        if len(rows) > 1:  # break[fullgraph]: FG101
            x = x + 1
        return x


class Second(nn.Module):
    def forward(self, x):
        kept = x[x > 0] * 2  # break[default]: FG302
        if kept.shape[0] < 2:  # break[fullgraph]: FG101
            x = x + kept.sum()
        return x


class Third(nn.Module):
    def forward(self, x):
        values, inverse = torch.unique(x, return_inverse=True)  # break[default]: FG305
        count = values.size(0)
        if count != 1:  # break[fullgraph]: FG101
            x = x + inverse
        return x


class Fourth(nn.Module):
    def forward(self, x):
        kept = x.masked_select(x > 0).unsqueeze(-1)  # break[default]: FG304
        rows, columns = kept.shape
        if 2 * columns > 1 and rows * 2 > 2:  # break[fullgraph]: FG101
            x = x + 1
        return x


class All(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([First(), Second(), Third(), Fourth()])
        self.first, self.second, self.third, self.fourth = First(), Second(), Third(), Fourth()

    def forward(self, x):
        x = self.first(x) + 1
        x = self.second(x) + 1
        x = self.third(x) + 1
        return self.fourth(x) + 1


def make():
    return All()


def inputs():
    return [(torch.tensor([1.0, 0.0, 2.0]),)]
