import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return counted(self.layer(x)) + 1


def counted(y):
    return y * len(y.grad_fn.next_functions)  # missed: FG614


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
