"""An object of a class of the file that has methods as tensors have: nothing else says that it is a tensor."""

import torch
from torch import nn


class Setup:
    def __init__(self, names):
        self.names = names

    def flatten(self):
        return set(self.names)

    def unique(self):
        return len(self.names) > 1


class Model(nn.Module):
    def __init__(self, setup=None):
        super().__init__()
        self.scales = {"a": 1, "b": 2}
        self.setup = setup or Setup(["a", "b"])

    def chosen(self, setup):
        if setup.unique():
            return {name: scale for name, scale in self.scales.items() if name in setup.flatten()}
        return self.scales

    def forward(self, x):
        return x * self.chosen(self.setup)["a"]


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
