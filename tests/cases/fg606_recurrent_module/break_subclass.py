import torch
from torch import nn


class Recurrent(nn.LSTM):
    pass


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = Recurrent(4, 4)

    def forward(self, x):
        x = x + 1
        x, _ = self.rnn(x)  # break: FG606
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
