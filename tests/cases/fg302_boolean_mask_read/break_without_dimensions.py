import torch


@torch.compile
def perhaps(x):
    return x[(x > 0).any()] + 1  # break: FG302


def make():
    return perhaps


def inputs():
    return [(torch.ones(3),)]
