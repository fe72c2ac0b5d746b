import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = {"a": 1}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        try:
            scale = self.table["a"]
        except KeyError:
            if y.sum() > 0:
                y = y + 1
        try:
            scale = self.table["b"]
            if y.sum() > 0:
                y = y + 1
        except KeyError:
            scale = 2
        except IndexError:
            if y.sum() > 0:
                y = y + 1
        try:
            scale = self.table["c"] if scale == 3 else 2
        except KeyError:
            if y.sum() > 0:
                y = y + 1
        return y * scale


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
