import os

import torch


@torch.compile
def step(x):
    x = x + 1
    number = os.open(__file__, os.O_RDONLY)  # break: FG405
    x = x * 2
    file = os.fdopen(number)  # break: FG405
    x = x + 1
    file.close()  # break: FG405
    return x


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
