"""Copies without tensors and modules, which are traced since torch 2.13."""

import copy
import dataclasses

import torch
from torch import nn


@dataclasses.dataclass
class Scales:
    first: float = 2.0


class Config:
    def __init__(self):
        self.hidden = 4
        self.layers = [1, 2]


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config()
        self.scales = Scales()

    def forward(self, x):
        x = x + 1
        config = copy.deepcopy(self.config)  # break: FG505 (before 2.13)
        config.hidden = 8
        x = x * config.hidden
        shallow = copy.copy(self.config)  # break: FG505 (before 2.13)
        x = x * len(shallow.layers)
        options = copy.deepcopy({"sizes": [1, 2], "dtype": x.dtype, "shape": x.shape})  # break: FG505 (before 2.13)
        x = x * options["sizes"][1]
        scales = dataclasses.asdict(self.scales)  # break: FG505 (before 2.13)
        return x * scales["first"]


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
