import array
import bisect
import decimal
import functools
from decimal import Decimal

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        array.array("i", [1, 2])  # break: FG608
        Decimal("1.5")  # break: FG608
        decimal.getcontext()  # break: FG608
        memoryview(b"abc")  # break: FG608
        places = [1, 3]
        bisect.insort(places, 2)  # break: FG608
        x = x * bisect.bisect(places, 2)  # break: FG608
        x = x * bisect.bisect_left(places, 2)  # break: FG608
        key = functools.cmp_to_key(lambda a, b: a - b)  # break: FG608 (before 2.14)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
