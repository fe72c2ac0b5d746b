import functools

import torch
from torch import nn

COMPILED = []


def backend(graph, inputs):
    COMPILED.append(graph)
    return graph.forward


@torch.compile(backend=backend)
def decorated(x):
    return x + 1


@functools.partial(torch.compile, backend=backend)
def through_partial(x):
    return x + 2


def scale(x):
    return x * 2


class Net(nn.Module):
    def forward(self, x):
        return x * 3


def in_place(x):
    model = Net()
    model.compile(backend=backend)
    return model(x)


def called_at_once(x):
    return torch.compile(scale, backend=backend)(x)


def called_as_a_statement(x):
    torch.compile(scale, backend=backend)(x)


def kept(x):
    found = [torch.compile(scale, backend=backend)]
    return found[0](x)


def proof():
    for number, function in enumerate(
        (decorated, through_partial, in_place, called_at_once, called_as_a_statement, kept), 1
    ):
        torch.compiler.reset()
        function(torch.ones(2))
        assert len(COMPILED) == number
