# fix: unsafe
import functools

import torch
from torch import nn


def scale(x):
    return torch.relu(x * 2 + 1)


@torch.compile()  # misuse: FG806
def decorated(x):
    return torch.relu(x * 2 + 1)


@functools.partial(torch.compile, fullgraph=True)  # misuse: FG806
def through_partial(x):
    return torch.relu(x * 2 + 1)


class Net(nn.Module):
    def forward(self, x):
        return torch.relu(x * 2 + 1)


def in_place():
    model = Net()
    model.compile(dynamic=False)  # misuse: FG806
    return model


FAST = torch.compile(  # misuse: FG806
    scale,
    dynamic=False,
)


def asked():
    """How often inductor is asked to compile."""
    import torch._inductor.compile_fx as inductor

    times = []

    def compile_fx(model, inputs, **rest):
        times.append(model)
        return model.forward

    inductor.compile_fx = compile_fx
    for function in (decorated, through_partial, in_place(), FAST):
        function(torch.ones(4))
    return len(times)


def proof():
    assert asked() == 0


def fixed():
    assert asked() == 4
