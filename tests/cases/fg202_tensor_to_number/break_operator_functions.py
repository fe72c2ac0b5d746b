import operator

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * operator.index(lengths.max())  # break[default]: FG202; break[fullgraph]: other (before 2.12)
        return x + operator.truth(lengths.sum())  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
