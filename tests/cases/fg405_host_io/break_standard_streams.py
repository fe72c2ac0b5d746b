import sys

import torch


@torch.compile
def step(x):
    x = x + 1
    sys.stdout.write("first\n")  # break: FG405
    x = x * 2
    sys.stdout.writelines(["second\n"])  # break: FG405
    x = x + 1
    sys.stdout.flush()  # break: FG405
    x = x * 2
    sys.stderr.write("third\n")  # break: FG405
    x = x + 1
    sys.stderr.writelines(["fourth\n"])  # break: FG405
    x = x * 2
    sys.stderr.flush()  # break: FG405
    return x


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
