# only: torch<2.15
import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * np.array_equal(x.detach().numpy(), x.numpy())  # break[default]: FG204
        x = x + np.array_equiv(x.detach().numpy(), x.numpy()[0])  # break[default]: FG204
        return x + np.array_equal(x.shape, (4, 8))  # break[default]: FG204


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
