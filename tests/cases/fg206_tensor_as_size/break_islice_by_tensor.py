from itertools import islice

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        return x * sum(islice([1, 2, 3], lengths.max()))  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
