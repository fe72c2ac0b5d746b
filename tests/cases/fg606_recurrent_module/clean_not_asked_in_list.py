"""Lists with a recurrent layer that is gone over, or beside the one that is used."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.LSTM(4, 4, batch_first=True), nn.Linear(4, 4)])

    def forward(self, x):
        for _ in self.layers:
            x = x + 1
        return self.layers[1](x) + (1 if isinstance(self.layers[1], nn.Linear) else 2)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3, 4),), (torch.zeros(2, 3, 4),)]
