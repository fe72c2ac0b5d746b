import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        np.random.seed(0)
        torch.seed()
        nn.init.normal_(x, std=0.0)
        return x + 0 * torch.rand(3)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
