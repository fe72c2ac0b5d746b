import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        nodes = np.polynomial.legendre.leggauss(3)  # break: FG204
        x = x + len(nodes)
        masked = np.ma.masked_less([1.0, 2.0], 1.5)  # break: FG204
        x = x + (masked is not None)
        np.char.upper(["a"])  # break: FG204
        return x * 2



def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
