import warnings
import warnings as w
from warnings import warn

import torch
from torch import nn

warnings.simplefilter("always")
warnings.formatwarning = lambda message, *details: f"{message}\n"


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        warnings.warn("plain")  # break: FG403
        x = x * 2
        warnings.warn("old", DeprecationWarning, stacklevel=2)  # break: FG403
        x = x + 1
        warnings.warn(UserWarning("an instance"))  # break: FG403
        warn(f"shape {tuple(x.shape)}")  # break: FG403
        x = x * 2
        w.warn("alias", category=FutureWarning)  # break: FG403
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
