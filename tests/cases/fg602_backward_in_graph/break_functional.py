import torch
from torch.autograd import functional
from torch.autograd.functional import jacobian


def cube(x):
    return x**3


@torch.compile
def sensitivity(x):
    x = x + 1
    first = jacobian(cube, x)  # break: FG602
    second = functional.hessian(lambda y: cube(y).sum(), x)  # break: FG602
    return first + second


def make():
    return sensitivity


def inputs():
    return [(torch.ones(3),)]
