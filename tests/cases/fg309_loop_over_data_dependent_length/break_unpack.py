import torch
from torch import nn


class Two(nn.Module):
    def forward(self, x):
        kept = x[x > 0]  # break[default]: FG302
        first, second = kept  # break[fullgraph]: FG309
        return first - second


def make():
    return Two()


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
