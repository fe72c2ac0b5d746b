import torch


@torch.compile
def count(x):
    return x / max(x.nonzero().shape[0], 1)  # break[default]: FG301


def make():
    return count


def inputs():
    return [(torch.tensor([1.0, 0.0]),)]
