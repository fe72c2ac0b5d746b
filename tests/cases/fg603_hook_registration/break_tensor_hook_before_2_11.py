# only: torch<2.11
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        y = self.layer(x)
        y.register_hook(lambda gradient: gradient * 2)  # break: FG603
        return y + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
