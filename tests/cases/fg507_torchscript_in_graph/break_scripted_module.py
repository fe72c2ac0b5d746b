import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.jit.trace(nn.ReLU(), torch.ones(2, 4))
        self.encoder = torch.jit.script(nn.Linear(4, 4))

    def forward(self, x):
        x = self.first(x + 1)  # break: FG507
        x = self.encoder(x)  # break: FG507
        print("uncompiled")
        return self.encoder(x).softmax(-1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
