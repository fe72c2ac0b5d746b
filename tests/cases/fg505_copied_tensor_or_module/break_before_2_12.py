"""Copies without tensors and modules, which are traced since torch 2.13."""

import copy

import torch
from torch import nn


class Config:
    def __init__(self):
        self.hidden = 4
        self.layers = [1, 2]


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config()

    def forward(self, x):
        x = x + 1
        config = copy.deepcopy(self.config)  # break: FG505 (before 2.12)
        config.hidden = 8
        x = x * config.hidden
        shallow = copy.copy(self.config)  # break: FG505 (before 2.12)
        x = x * len(shallow.layers)
        options = copy.deepcopy({"sizes": [1, 2], "dtype": x.dtype, "shape": x.shape})  # break: FG505 (before 2.12)
        x = x * options["sizes"][1]
        return x + 1


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
