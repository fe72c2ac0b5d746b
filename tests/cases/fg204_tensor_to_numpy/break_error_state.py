import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        with np.errstate(divide="ignore"):  # break: FG204
            x = x / 2
        return x * 2



def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
