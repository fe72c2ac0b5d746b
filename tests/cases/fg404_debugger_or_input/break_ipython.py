# only: IPython
import io
import sys

import IPython
import torch

sys.stdin = io.StringIO("exit\n" * 1000)


@torch.compile
def embedded(x):
    x = x + 1
    IPython.embed(banner1="", colors="NoColor")  # report: FG404 (IPython/)
    return x * 2


def make():
    return embedded


def inputs():
    return [(torch.ones(3),)]
