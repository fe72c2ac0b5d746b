import torch


def holder(value):
    class Holder:  # break: FG506
        scale = 2.0

        def __init__(self):
            self.value = value

    return Holder()


@torch.compile
def forward(x):
    x = x + 1
    held = holder(3.0)
    return x * held.value * held.scale


def make():
    return forward


def inputs():
    return [(torch.ones(3),)]
