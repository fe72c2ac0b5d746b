"""An attribute that holds one breaks where it is read, whatever for."""

import torch
from torch import nn


class Size(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(4, 4)

    def forward(self, x):
        x = x + 1
        return x * self.rnn.hidden_size  # break: FG606


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 4)

    def forward(self, x):
        rnn = self.rnn  # break: FG606 (before 2.15)
        x = x + 1
        return rnn(x)[0]  # break: FG606 (since 2.15)


class Optional(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 4)

    def forward(self, x):
        x = x + 1
        if self.rnn is not None:  # break: FG606 (before 2.15)
            x, _ = self.rnn(x)  # break: FG606 (since 2.15)
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = Size()
        self.named = Named()
        self.optional = Optional()

    def forward(self, x):
        return self.size(x) + self.named(x) + self.optional(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
