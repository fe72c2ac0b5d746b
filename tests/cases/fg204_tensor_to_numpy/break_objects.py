import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        np.asarray(x.detach()).astype(object)  # break: FG204
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
