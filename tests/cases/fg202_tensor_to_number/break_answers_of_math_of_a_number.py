import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        total = x.sum().item()  # break[default]: FG201
        x = x * 2
        if math.isnan(total):  # break: FG202
            return x
        x = x * math.isclose(total, 1.0)  # break: FG202
        return x - math.floor(total)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),), (torch.randn(4, 8),)]
