"""Cells, padding, and a list of modules of which none recurs are traced."""

import torch
from torch import nn

from torch.nn.utils.rnn import pad_sequence


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(4, 4)
        self.gru = nn.GRUCell(4, 4)
        self.rnn = nn.RNNCell(4, 4)
        self.unused = nn.LSTM(4, 4)
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.ReLU()])

    def forward(self, x):
        hidden, cell = self.lstm(x)
        for _ in range(2):
            hidden, cell = self.lstm(x, (hidden, cell))
        for layer in self.layers:
            hidden = layer(hidden)
        return pad_sequence([self.gru(hidden), self.rnn(hidden)[:1]])


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
