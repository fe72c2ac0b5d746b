import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, activation="torch.nn.functional.gelu"):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.activation = activation

    def forward(self, x):
        x = self.layer(x)
        activation = eval(self.activation)  # break: FG503
        return activation(x)


def make():
    return Block()


def inputs():
    return [(torch.ones(2, 4),)]
