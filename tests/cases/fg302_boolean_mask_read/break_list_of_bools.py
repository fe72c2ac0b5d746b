import torch


@torch.compile
def some(x):
    return x[[True, False, True]] + 1  # break[default]: FG302


def make():
    return some


def inputs():
    return [(torch.ones(3),)]
