# only: ipdb
import io
import sys

import ipdb
import torch

sys.stdin = io.StringIO("c\n" * 1000)


@torch.compile
def traced(x):
    x = x + 1
    ipdb.set_trace()  # report: FG404 (ipdb/)
    return x * 2


def make():
    return traced


def inputs():
    return [(torch.ones(3),)]
