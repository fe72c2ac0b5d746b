import torch


@torch.compile
def pairs(x):
    return torch.combinations(x) + 1  # break: FG308 (before 2.14)


def make():
    return pairs


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
