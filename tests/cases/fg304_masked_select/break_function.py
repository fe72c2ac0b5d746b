import torch


@torch.compile
def mean(x, mask):
    return torch.masked_select(x, mask).mean()  # break[default]: FG304


def make():
    return mean


def inputs():
    return [(torch.ones(3), torch.tensor([True, False, True]))]
