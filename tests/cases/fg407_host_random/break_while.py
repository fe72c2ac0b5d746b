import random

import torch


@torch.compile
def loop(x):
    x = x * 2
    while random.uniform(0, 1) > 2:  # break: FG407
        x = x + 1
    return x


def make():
    return loop


def inputs():
    return [(torch.ones(3),)]
