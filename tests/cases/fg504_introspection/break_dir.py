import inspect

import torch
from torch import nn


class Config:
    def __init__(self):
        self.extra_scale = 2.0
        self.extra_bias = 1.0


class Probing(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        for name in dir(self.config):  # break: FG504
            if name == "extra_scale":
                x = x * self.config.extra_scale
        return x


class Methods(nn.Module):
    def __init__(self):
        super().__init__()
        self.probing = Probing()

    def scale_by_two(self, x):
        return x * 2

    def forward(self, x):
        x = self.probing(x)
        count = len([name for name, _ in inspect.getmembers(self.probing.config) if name[0] != "_"])  # break: FG504
        return x * count


def make():
    return Methods()


def inputs():
    return [(torch.ones(2, 4),)]
