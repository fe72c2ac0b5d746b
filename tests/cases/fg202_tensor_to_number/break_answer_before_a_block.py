import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        total = x.sum().item()  # break[default]: FG201
        if math.isnan(total):  # break: FG202
            raise ValueError("the input is not finite")
        with torch.no_grad():
            y = x * 2
        return y


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),), (torch.randn(4, 8),)]
