import torch


@torch.compile
def visible(x, hidden):
    return x[~hidden] * 2  # break[default]: FG302


def make():
    return visible


def inputs():
    return [(torch.ones(3, 2), torch.tensor([True, False, True]))]
