import faulthandler
import io
import os
import sys

import torch

sys.stdin = io.StringIO("a line\n" * 1000)
REPORT = os.open(os.devnull, os.O_WRONLY)


@torch.compile
def dump(x):
    x = x + 1
    faulthandler.dump_traceback(REPORT)  # break: FG404
    lines = sys.stdin.readlines(1)  # break: FG404
    return x * len(lines)


def make():
    return dump


def inputs():
    return [(torch.ones(3),)]
