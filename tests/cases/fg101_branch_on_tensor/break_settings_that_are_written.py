"""An attribute that the module sets on its settings, beside one that is a tensor."""

import torch
from torch import nn


class Settings:
    def __init__(self):
        self.length = torch.tensor(5)
        self.rate = 2


class Model(nn.Module):
    def __init__(self, settings: Settings):
        super().__init__()
        self.settings = settings
        self.settings.rate = 3

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[1] < self.settings.length:  # break: FG101
            return x + 1
        return x * self.settings.rate


def make():
    return Model(Settings())


def inputs():
    return [(torch.rand(3, 4),)]
