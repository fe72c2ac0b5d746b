import torch
from torch import nn


class Encoder(nn.Module):
    def forward(self, x):
        return x * 2


class Flag(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.jit.script(Encoder())

    def forward(self, x):
        x = x + 1
        if self.encoder.training:  # break: FG507
            x = x * 2
        return x


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.jit.freeze(torch.jit.script(Encoder().eval()))

    def forward(self, x):
        x = x + 1
        return self.encoder(x)  # break: FG507


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.traced = torch.jit.trace(Encoder(), torch.ones(2, 4))
        self.flag = Flag()
        self.frozen = Frozen()

    def forward(self, x):
        x = x + 1
        x = self.traced(x)  # break: FG507
        return self.flag(x) + self.frozen(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
