import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return x * math.log(x.abs().mean().item())  # break[default]: FG201; break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
