import torch


@torch.compile
def positive(x):
    (found,) = torch.where(condition=x > 0)  # break[default]: FG301
    return x[found] * 2


def make():
    return positive


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
