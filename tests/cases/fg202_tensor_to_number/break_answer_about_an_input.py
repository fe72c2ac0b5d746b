import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, loss):
        total = loss.item()  # break[default]: FG201
        if math.isnan(total):  # break: FG202
            return x
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor(value)) for value in (0.5, 1.5, 2.5)]
