import torch


@torch.compile
def shifted(x):
    return torch.func.functionalize(lambda y: y + 1)(x)  # break: FG510


def make():
    return shifted


def inputs():
    return [(torch.ones(3),)]
