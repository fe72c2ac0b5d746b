import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        handle = self.layer.weight.register_hook(lambda gradient: gradient * 2)
        z = self.layer(x).relu()
        handle.remove()
        return z


def make():
    return Scaled()


def inputs():
    return [(torch.ones(3),)]
