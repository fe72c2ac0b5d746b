import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        a = np.r_[0:4]  # break: FG204
        x = x + 1
        b = np.c_[np.ones(2), np.ones(2)]  # break: FG204
        x = x + 1
        c = np.s_[0:3]  # break: FG204
        x = x + 1
        d = np.mgrid[0:2, 0:2]  # break: FG204
        x = x + 1
        e = np.ogrid[0:2, 0:2]  # break: FG204
        return x[c] + len(a) + len(b) + len(d) + len(e)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
