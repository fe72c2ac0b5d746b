import torch


@torch.compile
def f(x: torch.Tensor):
    if not x.is_inference():  # break: FG207
        x = x + 1
    return x * 2


def make():
    return f


def inputs():
    return [(torch.ones(2, 3),)]
