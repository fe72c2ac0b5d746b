import torch


@torch.compile
def shared(x):
    x = x * 2
    x.share_memory_()  # break: FG605 (since 2.11); fails: FG605 (before 2.11)
    return x + 1


def make():
    return shared


def inputs():
    return [(torch.ones(3),)]
