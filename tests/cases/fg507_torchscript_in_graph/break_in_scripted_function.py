"""A scripted function is traced as the Python function that it was made from."""

import torch
from torch import nn


@torch.jit.script
def gate(x):
    if bool(x.sum() > 0):  # break: FG101
        x = x * 2
    return x


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        traced = torch.jit.script(nn.ReLU())  # break: FG507
        return traced(gate(x))  # break: FG507


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
