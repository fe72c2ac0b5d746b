import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        y = x * self.weight
        known = "Mul" in y.grad_fn.name()  # break: FG614
        return y + known


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
