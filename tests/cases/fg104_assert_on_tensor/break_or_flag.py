import torch
from torch import nn


class Checked(nn.Module):
    def __init__(self, strict=True):
        super().__init__()
        self.strict = strict

    def forward(self, x):
        x = x.relu()
        assert not self.strict or not (x < 0).any()  # break: FG104
        return x + 1


def make():
    return Checked()


def inputs():
    return [(torch.ones(3),)]
