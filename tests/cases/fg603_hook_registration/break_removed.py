import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        y = self.layer(x)
        handle = y.register_hook(lambda gradient: gradient * 2)
        z = y.relu()
        handle.remove()  # fails: FG603
        return z


def make():
    return Scaled()


def inputs():
    return [(torch.ones(3),)]
