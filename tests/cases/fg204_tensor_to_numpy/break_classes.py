import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        kernel = np.poly1d([0.5, 0.5])  # break: FG204
        x = x + (kernel is not None)
        double = np.vectorize(len)  # break: FG204
        x = x + (double is not None)
        np.datetime64("2020")  # break: FG204
        return x * 2



def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
