# only: python<3.12, torch>=2.11
import torch
from torch import nn


class Model(nn.Module):
    """Python makes a tuple of a list that is written out, unless something is unpacked into it."""

    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0]

    def forward(self, x):
        for scale in self.scales:
            print(scale)  # break: FG401
        plain = [x * scale for scale in [1.0, 2.0]]
        unpacked = [x * scale for scale in [*self.scales, 3.0]]  # break[default]: FG511
        return torch.stack(plain + unpacked).sum(0)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4),), (torch.zeros(3, 4),)]
