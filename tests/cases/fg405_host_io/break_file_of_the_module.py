import os

import torch

LOG = open(os.devnull, "w")


@torch.compile
def step(x):
    x = x + 1
    LOG.write(f"size {x.shape[0]}")  # break: FG405
    x = x * 2
    LOG.flush()  # break: FG405
    return x


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
