import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return x + round(np.sqrt(7))  # fails: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
