import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * math.sqrt(x.abs().sum())  # break: FG202
        x = x + math.exp(x.mean() * 0)  # break: FG202
        x = x * math.ceil(x.abs().max())  # break: FG202
        return x.abs() ** math.pow(x.abs().max() * 0, 2)  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
