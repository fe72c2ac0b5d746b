import random

import torch


@torch.compile
def conditional(x):
    return x * 2 if random.randrange(3) < 5 else x  # break: FG407


def make():
    return conditional


def inputs():
    return [(torch.ones(3),)]
