"""Operations on tensors that are given objects of the file's own classes."""

import torch
from torch import nn


class Items(list):
    pass


class Pair(tuple):
    pass


class Series:
    def __len__(self):
        return 2

    def __getitem__(self, index):
        if index > 1:
            raise IndexError
        return float(index)


class Size:
    def __index__(self):
        return 3


class Stacked(nn.Module):
    def forward(self, x):
        return torch.stack(Items([x, x]))  # break: FG608


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.shape = Items([1, 3])

    def forward(self, x):
        return x.expand(self.shape)  # break: FG608


class Appended(nn.Module):
    def forward(self, x):
        items = Items()
        items.append(x)
        items.append(x * 2)
        return torch.cat(items, dim=0) + len(items)  # break: FG608


class Tuple(nn.Module):
    def forward(self, x):
        return torch.stack(Pair((x, x)))  # break: FG608


class Padded(nn.Module):
    def forward(self, x):
        return nn.functional.pad(x, Items([1, 1]))  # break: FG608


class Summed(nn.Module):
    def forward(self, x):
        return torch.sum(x[None], dim=Items([0, 1]))  # break: FG608


class Read(nn.Module):
    def forward(self, x):
        return x[:2] + torch.tensor(Series())  # break: FG608


class Sized(nn.Module):
    def forward(self, x):
        return torch.zeros(Size()) + x  # break: FG608


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        ways = (Stacked, Held, Appended, Tuple, Padded, Summed, Read, Sized)
        self.ways = nn.ModuleList([way() for way in ways])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3), way) for way in range(8)]
