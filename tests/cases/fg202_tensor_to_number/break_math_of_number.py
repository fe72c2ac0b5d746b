import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        mean = x.abs().mean().item()  # break[default]: FG201
        x = x * math.sqrt(mean) * math.cos(mean) + math.floor(mean)
        x = x * math.exp(mean)  # break[fullgraph]: FG202
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
