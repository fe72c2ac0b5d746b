import random

import torch


@torch.compile
def boolean(x):
    x = x + 1
    flag = random.randint(1, 3) and x.shape[0]  # break: FG407
    return x * flag


def make():
    return boolean


def inputs():
    return [(torch.ones(3),)]
