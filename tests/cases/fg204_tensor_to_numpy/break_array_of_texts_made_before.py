"""NumPy arrays of texts, dates and objects that were made before, used in compiled code."""

import string
from string import ascii_lowercase

import numpy as np
import torch
from torch import nn

LETTERS = np.array(list(ascii_lowercase))
UPPER = np.array(list(string.ascii_uppercase))
NUMBERS = np.arange(5)


class OfGlobal(nn.Module):
    def forward(self, x):
        names = LETTERS[: x.ndim].copy()  # break: FG204
        return x + len(names)


class Asked(nn.Module):
    def forward(self, x):
        if "B" in UPPER:  # break: FG204
            x = x + 1
        return x


class OfSelf(nn.Module):
    def __init__(self):
        super().__init__()
        self.names = np.array(["a", "b"])
        self.days = np.array(["2020-01-01"], dtype="datetime64[D]")
        self.table = {"names": np.array([None, "b"]), "size": 2}

    def forward(self, x):
        return x * self.names.shape[0]  # break: FG204


class Dates(OfSelf):
    def forward(self, x):
        if self.days is None:  # break: FG204
            return x
        return x * 2


class InTable(OfSelf):
    def forward(self, x):
        return x * len(self.table["names"])  # break: FG204


class BesideIt(OfSelf):
    def forward(self, x):
        kept = LETTERS
        pair = (kept, self.table["size"])
        return x * pair[1] + torch.from_numpy(NUMBERS)[2]


def scaled(x, names, scale=2):
    return x * scale


def counted(x, names):
    return x * len(names)  # break: FG204


class Ignored(nn.Module):
    def forward(self, x):
        return scaled(scaled(x, LETTERS), names=UPPER)


class Passed(nn.Module):
    def forward(self, x):
        return counted(x, LETTERS)  # break: FG204


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OfGlobal(), Asked(), OfSelf(), Dates(), InTable(), BesideIt(), Ignored(), Passed()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), way) for way in range(8)]
