import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        y = x * self.weight
        return y + 1 if getattr(y, "grad_fn", None) is None else y  # break: FG614


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
