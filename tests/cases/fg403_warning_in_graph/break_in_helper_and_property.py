import warnings

import torch
from torch import nn

warnings.simplefilter("always")
warnings.formatwarning = lambda message, *details: f"{message}\n"


def check_size(x):
    if x.shape[-1] % 2:
        warnings.warn(f"odd size: {x.shape[-1]}")  # break: FG403


class Scaled(nn.Module):
    @property
    def scale(self):
        warnings.warn("scale is deprecated", DeprecationWarning)  # break: FG403
        return 2.0

    def forward(self, x):
        return x * self.scale


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled()

    def forward(self, x, mask=None):
        x = x + 1
        check_size(x)
        if mask is None:
            warnings.warn("no mask given")  # break: FG403
        return self.scaled(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(4), torch.ones(4))]
