import re

import torch
from torch import nn

VERSION = re.compile(r"(?P<major>\d+)\.(?P<minor>\d+)")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.version = "2.15"

    def forward(self, x):
        parts = VERSION.match(self.version).groupdict()  # break: FG502
        x = x + int(parts["major"])
        return x + self.start() + self.end()

    def start(self):
        found = next(VERSION.finditer(self.version))  # break: FG502
        return found.start()

    def end(self):
        found = next(re.finditer("[.]", self.version))  # break: FG502
        return found.end()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
