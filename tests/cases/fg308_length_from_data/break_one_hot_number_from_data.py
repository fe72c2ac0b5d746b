import torch
from torch.nn.functional import one_hot


@torch.compile
def encode(labels):
    return one_hot(labels, labels.max() + 1).sum(0)  # break: FG308


def make():
    return encode


def inputs():
    return [(torch.tensor([0, 2, 1]),)]
