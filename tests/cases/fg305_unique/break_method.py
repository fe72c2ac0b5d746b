import torch


@torch.compile
def distinct(x):
    first = x.unique()  # break[default]: FG305
    second = x.unique(sorted=False, dim=0)  # break[default]: FG305
    return first.sum() + second.sum()


def make():
    return distinct


def inputs():
    return [(torch.tensor([1, 1, 2]),)]
