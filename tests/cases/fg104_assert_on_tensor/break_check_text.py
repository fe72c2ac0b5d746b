import torch


@torch.compile
def scaled(x):
    torch._check(x.shape[0] > 0, "empty")  # break: FG104 (before 2.14)
    return x * 2


def make():
    return scaled


def inputs():
    return [(torch.ones(2, 4),)]
