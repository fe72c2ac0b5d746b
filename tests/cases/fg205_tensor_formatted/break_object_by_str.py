# only: torch>=2.14
from dataclasses import dataclass

import torch
from torch import nn
from torch.distributions import Normal


@dataclass(frozen=True)
class Settings:
    width: int


class OfDataclass(nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = Settings(4)

    def forward(self, x):
        return x * len(str(self.settings))  # break: FG205


class OfDistribution(nn.Module):
    def __init__(self):
        super().__init__()
        self.prior = Normal(0.0, 1.0)

    def forward(self, x):
        return x * len(str(self.prior))  # break: FG205


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OfDataclass(), OfDistribution()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Named()


def inputs():
    return [(torch.randn(2, 4), way) for way in range(2)]
