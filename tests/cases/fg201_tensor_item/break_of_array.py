import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * x.detach().numpy().max().item()  # break[default]: FG201
        return (x + np.random.rand(3).sum().item()).shape  # break[default]: FG201


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
