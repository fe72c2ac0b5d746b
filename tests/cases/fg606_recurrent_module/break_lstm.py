import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Linear(4, 4)
        self.lstm = nn.LSTM(4, 4)
        self.gru = nn.GRU(4, 4)

    def forward(self, x):
        x = self.embedding(x)
        x, _ = self.lstm(x)  # break: FG606
        x, _ = self.gru(x)  # break: FG606 (since 2.15)
        return x.softmax(-1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
