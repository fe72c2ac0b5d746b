"""The parameters of a module that holds a recurrent one: the walk wraps it."""

import torch
from torch import nn


def device_of(module: nn.Module) -> torch.device:
    return next(module.parameters()).device  # break: FG606 (since 2.11)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(4, 4)

    def forward(self, x):
        return x.to(device_of(self)) * 2  # break: other (before 2.11)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
