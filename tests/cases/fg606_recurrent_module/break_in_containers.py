import torch
from torch import nn


class Listed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.GRU(4, 4) for _ in range(2)])

    def forward(self, x):
        x = x + 1
        for layer in self.layers:
            x, _ = layer(x)  # break: FG606
        return x


class Keyed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"a": nn.RNN(4, 4)})

    def forward(self, x):
        x = x + 1
        return self.layers["a"](x)[0]  # break: FG606


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.listed = Listed()
        self.keyed = Keyed()

    def forward(self, x):
        return self.listed(x) + self.keyed(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
