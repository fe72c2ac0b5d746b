# fix: unsafe
import torch
from torch import nn


class Signal(torch.Tensor):
    pass


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        if x.sum() > 0:  # break: FG101
            y = x * 2.0
        else:
            y = x * 3.0
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (-torch.ones(3),)]
