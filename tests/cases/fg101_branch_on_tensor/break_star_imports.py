"""A base class and functions that star imports bring."""
# ruff: noqa: F403, F405

import torch
from torch import *
from torch.nn import *


class Net(Module):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 4)

    def forward(self, x: Tensor):
        y = relu(self.layer(x))
        if sum(y) > 1:  # break: FG101
            y = -y
        return y


def make():
    torch.manual_seed(0)
    return Net()


def inputs():
    return [(torch.full((2, 4), 9.0),), (torch.zeros(2, 4),)]
