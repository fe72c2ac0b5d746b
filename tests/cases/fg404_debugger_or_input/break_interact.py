import code

import torch
from torch import nn


def leave(prompt):
    raise EOFError


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        code.interact(banner="", exitmsg="", readfunc=leave)  # break: FG404
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
