import functools

import torch
from torch import nn


def helper(x):
    return x * 2


class Counter:
    def count(self):
        return 1


PARTIAL = functools.partial(helper)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        helper.calls = 1  # break: FG608 (before 2.14)
        helper.__doc__ = "Doubles."  # break: FG608 (before 2.14)
        setattr(helper, "mode", "fast")  # break: FG608 (before 2.14)
        Counter.count.tag = 3  # break: FG608 (before 2.14)
        PARTIAL.tag = 3  # break: FG608
        nn.Linear.tag = 3  # break: FG608
        return helper(x) + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
