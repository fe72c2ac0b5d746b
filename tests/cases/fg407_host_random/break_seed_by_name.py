import random

import torch


@torch.compile
def run(x):
    x = x * 2
    drawn = random.Random(x=3)  # break: FG407
    return x + 1, drawn is None


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
