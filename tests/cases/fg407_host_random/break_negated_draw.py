import random

import torch


@torch.compile
def negated(x):
    x = x + 1
    flag = not random.randint(1, 3)  # break: FG407
    return x * 2, flag


def make():
    return negated


def inputs():
    return [(torch.ones(3),)]
