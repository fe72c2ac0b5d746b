# fix: unsafe
import torch
from torch import nn


class Signal(torch.Tensor):
    pass


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        y = torch.where(x.sum() > 0, x * 2.0, x * 3.0)  # break: FG101
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (-torch.ones(3),)]
