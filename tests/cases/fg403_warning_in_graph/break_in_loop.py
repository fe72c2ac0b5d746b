import warnings

import torch

warnings.simplefilter("always")
warnings.formatwarning = lambda message, *details: f"{message}\n"


@torch.compile
def repeat(x):
    for _ in range(3):
        x = x * 2
        warnings.warn("again")  # break: FG403
    return x


def make():
    return repeat


def inputs():
    return [(torch.ones(3),)]
