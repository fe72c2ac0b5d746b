import functools

import torch


@functools.singledispatch
def paired(one, other):
    raise TypeError(type(one))


@paired.register
def _(one: torch.Tensor, other):
    if one.sum() > 9:  # break: FG101
        return one
    return one + other


@paired.register(list)
def _(one, other):
    return one[0] + other


class Model(torch.nn.Module):
    def forward(self, x):
        return paired(x, x + 1) + paired([x], x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
