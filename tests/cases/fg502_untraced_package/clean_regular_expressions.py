import re

import torch
from torch import nn

VERSION = re.compile(r"(?P<major>\d+)\.(?P<minor>\d+)")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.version = "2.15"

    def forward(self, x):
        match = VERSION.match(self.version)
        x = x + int(match.group("major")) + int(match["minor"]) + match.start()
        return x * len(VERSION.findall(self.version)) + len(VERSION.sub("", self.version))


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
