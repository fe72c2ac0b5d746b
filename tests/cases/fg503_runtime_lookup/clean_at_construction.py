import importlib
import importlib.util

import torch
from torch import nn

HAS_JSON = importlib.util.find_spec("json") is not None


class Block(nn.Module):
    def __init__(self, activation="torch.nn.functional.gelu"):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.activation = eval(activation)
        self.constants = importlib.import_module("math")

    def forward(self, x):
        x = self.activation(self.layer(x))
        return x * self.constants.pi if HAS_JSON else x


def make():
    return Block()


def inputs():
    return [(torch.ones(2, 4),)]
