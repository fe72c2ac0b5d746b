# fix: unsafe
import warnings

import torch


@torch.compile
def quiet(x):
    with warnings.catch_warnings():
        if not torch.compiler.is_compiling():
            warnings.simplefilter("ignore")  # break: FG403
        x = x * 2
    return x + 1


def make():
    return quiet


def inputs():
    return [(torch.ones(2),)]
