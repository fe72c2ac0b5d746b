import sys

import torch


@torch.compile
def untraced(x):
    x = x + 1
    sys.settrace(None)  # break: FG405
    return x * 2


def make():
    return untraced


def inputs():
    return [(torch.ones(3),)]
