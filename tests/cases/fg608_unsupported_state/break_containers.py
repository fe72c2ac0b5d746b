import weakref
from collections import Counter, defaultdict, deque

import torch
from torch import nn


class Groups(defaultdict):
    pass


class History(deque):
    pass


class Key:
    pass


KEY = Key()
WEAK = weakref.WeakValueDictionary()


class Grouping(nn.Module):
    def forward(self, x):
        x = x + 1
        Groups(list)  # break: FG608
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.grouping = Grouping()

    def forward(self, x):
        x = self.grouping(x + 1)
        History()  # break: FG608 (before 2.14)
        WEAK["key"] = KEY  # break: FG608
        recent = deque([1, 2, 3])
        recent.rotate(1)  # break: FG608 (before 2.14)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
