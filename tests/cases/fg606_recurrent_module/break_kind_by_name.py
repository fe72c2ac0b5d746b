import torch
from torch import nn

KINDS = ["LSTM", "GRU"]


class Encoder(nn.Module):
    def __init__(self, kind):
        super().__init__()
        kind = kind.upper()
        assert kind in KINDS, kind
        self.rnn = getattr(nn, kind)(4, 4, batch_first=True)

    def forward(self, x):
        return self.rnn(x)[0]  # break: FG606


class Decoder(nn.Module):
    def __init__(self, width, kind="GRU"):
        super().__init__()
        self.rnn = getattr(nn, kind)(width, 4, batch_first=True)

    def forward(self, x):
        return self.rnn(x)[0]  # break: FG606


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder("lstm")
        self.decoder = Decoder(4)

    def forward(self, x):
        return self.decoder(self.encoder(x))


def make():
    return Both()


def inputs():
    return [(torch.randn(2, 3, 4),), (torch.randn(2, 3, 4),)]
