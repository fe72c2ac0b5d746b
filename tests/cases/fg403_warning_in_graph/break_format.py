import warnings

import torch


@torch.compile
def describe(x):
    text = warnings.formatwarning("late", UserWarning, "model.py", 1)  # break: FG403
    return x * len(text)


def make():
    return describe


def inputs():
    return [(torch.ones(2),)]
