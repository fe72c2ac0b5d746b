import torch


@torch.compile
def scaled(x):
    length = x.shape[0]
    torch._check(length > 0, lambda: f"{length} rows")  # break: FG104 (before 2.13)
    return x * 2


def make():
    return scaled


def inputs():
    return [(torch.ones(2, 4),)]
