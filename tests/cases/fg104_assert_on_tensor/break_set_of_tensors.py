import torch


@torch.compile
def run(x):
    x = x + 1
    seen = {x}
    assert seen  # fails: FG104
    return x * 2


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
