import ast
import pkgutil

import torch
from torch import nn


class Crop(nn.Module):
    def __init__(self, window="(1, 3)"):
        super().__init__()
        self.window = window
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        first, last = ast.literal_eval(self.window)  # break: FG503
        x = x[:, first:last]
        half = pkgutil.resolve_name("operator:neg")  # break: FG503
        return half(x)


def make():
    return Crop()


def inputs():
    return [(torch.ones(2, 4),)]
