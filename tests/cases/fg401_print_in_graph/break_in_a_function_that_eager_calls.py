import torch
from torch.autograd.functional import vjp


def cube(x):
    print("called")  # break: FG401
    return x**3


@torch.compile
def sensitivity(x):
    return vjp(cube, x, x)[1]  # break: FG602


def make():
    return sensitivity


def inputs():
    return [(torch.ones(3),)]
