import torch
from torch import nn

words = nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4])


@torch.compile
def loss(x, targets):
    return words(x * 2, targets).loss + 1  # break: FG308


def make():
    return loss


def inputs():
    return [(torch.ones(5, 4), torch.tensor([1, 2, 3, 4, 5]))]
