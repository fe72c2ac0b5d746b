import sys

import torch


@torch.compiler.disable
def stop(*arguments, **options):
    print("stopped")


sys.breakpointhook = stop
DEBUG = {"on": True}


@torch.compile
def step(x):
    x = x * 2
    if DEBUG["on"]:
        breakpoint()  # break: FG404
    for _ in range(x.shape[0]):
        x = x + 1
    return x


def make():
    return step


def inputs():
    return [(torch.ones(2),)]
