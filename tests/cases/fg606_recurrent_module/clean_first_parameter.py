"""``next`` goes as far as the first parameter, which a layer before the recurrent module has."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 4)
        self.rnn = nn.LSTM(4, 4)

    def forward(self, x):
        return x.to(next(self.parameters()).device) * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
