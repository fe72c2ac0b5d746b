import functools

import torch
from torch import nn


def scale(x):
    return torch.relu(x * 2 + 1)


@torch.compile(backend="eager")  # misuse: FG806
def decorated(x):
    return torch.relu(x * 2 + 1)


@functools.partial(torch.compile, backend="aot_eager", fullgraph=True)  # misuse: FG806
def through_partial(x):
    return torch.relu(x * 2 + 1)


class Net(nn.Module):
    def forward(self, x):
        return torch.relu(x * 2 + 1)


def in_place():
    model = Net()
    model.compile(backend="aot_eager_decomp_partition")  # misuse: FG806
    return model


FAST = torch.compile(scale, backend="aot_eager", mode="max-autotune")  # misuse: FG806


def proof():
    """As many operations run as in eager: nothing is fused, and nothing is compiled by inductor."""
    import torch._inductor.compile_fx as inductor
    from torch.profiler import ProfilerActivity, profile

    def fail(*args, **kwargs):
        raise AssertionError("inductor was asked")

    def operations(function):
        function(x)
        with profile(activities=[ProfilerActivity.CPU]) as run:
            function(x)
        names = {event.key for event in run.key_averages()}
        return names & {"aten::mul", "aten::add", "aten::relu"}

    inductor.compile_fx = fail
    x = torch.ones(4)
    expected = operations(scale)
    assert len(expected) == 3
    for function in (decorated, through_partial, in_place(), FAST):
        assert operations(function) == expected, function
