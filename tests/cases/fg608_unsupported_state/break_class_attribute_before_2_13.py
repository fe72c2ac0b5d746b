import torch


class Counter:
    count = 0


@torch.compile
def counted(x):
    x = x + 1
    Counter.count = 3  # break: FG608 (before 2.13)
    return x * 2


def make():
    return counted


def inputs():
    return [(torch.ones(3),)]
