import torch
from torch import nn


@torch.compiler.disable
def noted(x):
    print(x.sum().item())


def disable(function):
    return function


@disable
def shifted(x):
    return x + 1


class Model(nn.Module):
    """A function that nothing compiled calls; a decorator of that name that is not torch's."""

    def forward(self, x):
        if not torch.compiler.is_compiling():
            noted(x)
        return shifted(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4),), (torch.zeros(3, 4),)]
