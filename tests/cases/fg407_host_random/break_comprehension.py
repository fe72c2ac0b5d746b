import random

import torch


@torch.compile
def comprehension(x):
    kept = [i for i in range(3) if random.uniform(0, 1) < 2]  # break: FG407
    return x * len(kept)


def make():
    return comprehension


def inputs():
    return [(torch.ones(3),)]
