import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        total = x.sum().item()  # break[default]: FG201
        if math.isnan(total):  # break[fullgraph]: FG202
            raise ValueError("the input is not finite")
        return x, total


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),), (torch.randn(4, 8),)]
