import numpy as np
import torch
from torch import nn


POINTS = torch.from_numpy(np.interp([0.5, 1.5], [0.0, 1.0, 2.0], [0.0, 1.0, 4.0])).float()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [int(step) for step in np.unique([1, 2, 2])]
        self.size = int(np.prod([2, 4]))

    def forward(self, x):
        if torch.compiler.is_compiling():
            return x * self.size + sum(self.steps) + POINTS.sum()
        return torch.from_numpy(np.unwrap(x.numpy())) * 0 + x * self.size + sum(self.steps) + POINTS.sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
