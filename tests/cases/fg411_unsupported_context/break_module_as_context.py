import torch
from torch import nn


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *error):
        self.depth -= 1

    def forward(self, x):
        with self:  # break: FG411
            return self.layer(x)


def make():
    return Stateful()


def inputs():
    return [(torch.ones(3, 2),)]
