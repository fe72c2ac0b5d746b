"""Each function that uses one runs uncompiled; the rest is compiled."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(4, 4)

    def forward(self, x):
        x = x + 1
        x, _ = self.rnn(x)  # break: FG606
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.gru = nn.GRU(4, 4)

    def forward(self, x):
        x = self.encoder(x - 1)
        x, _ = self.gru(x)  # break: FG606
        return x.softmax(-1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
