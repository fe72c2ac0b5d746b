import torch


@torch.compile
def singles(x):
    return torch.combinations(x, r=1) + 1  # break[default]: FG301


def make():
    return singles


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
