import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return x * math.fsum([x.sum(), x.mean()])  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
