import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        y = self.layer(x)
        if y.grad_fn is not None:  # break: FG614
            y = y * 2
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
