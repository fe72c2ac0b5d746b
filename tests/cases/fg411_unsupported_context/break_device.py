import torch
from torch import nn


class Argument(nn.Module):
    def forward(self, x):
        with x.device:  # break: FG411
            return x + torch.ones(3)


class Attribute(nn.Module):
    def __init__(self):
        super().__init__()
        self.device = torch.device("cpu")

    def forward(self, x):
        with self.device:  # break: FG411
            return x + torch.ones(3)


class Literal(nn.Module):
    def forward(self, x):
        with torch.device("cpu"):  # break: FG411
            return x + torch.ones(3)


def make():
    return nn.Sequential(Argument(), Attribute(), Literal())


def inputs():
    return [(torch.ones(3),)]
