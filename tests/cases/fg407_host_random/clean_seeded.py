import random

import torch


@torch.compile
def run(x):
    drawn = random.Random(3)
    return x + drawn.random()


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
