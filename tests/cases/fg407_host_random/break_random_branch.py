import random

import torch


@torch.compile
def sometimes(x):
    x = x + 1
    if random.random() < 2.0:  # break: FG407
        x = x * 2
    return x


def make():
    return sometimes


def inputs():
    return [(torch.ones(3),)]
