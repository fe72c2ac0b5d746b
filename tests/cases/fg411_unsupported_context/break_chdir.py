# only: python>=3.11
import contextlib

import torch


@torch.compile
def elsewhere(x):
    with contextlib.chdir("/"):  # break: FG411
        return x * 2


def make():
    return elsewhere


def inputs():
    return [(torch.ones(3),)]
