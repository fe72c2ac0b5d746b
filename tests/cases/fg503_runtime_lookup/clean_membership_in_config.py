import collections

import torch
from torch import nn


class Config(collections.OrderedDict):
    """A dictionary whose entries are attributes too."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for key, value in self.items():
            setattr(self, key, value)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Config({"scale": 2.0, "shift": None})

    @property
    def config(self):
        return self.settings

    def forward(self, x):
        if "scale" in self.config:
            x = x * self.config.scale
        if "rotation" in self.config:
            x = x.mT
        return x if self.config.shift is None else x + self.config.shift


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
