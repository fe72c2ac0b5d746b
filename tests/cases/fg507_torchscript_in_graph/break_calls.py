"""torch.jit's own functions."""

import torch
from torch import nn


def double(x):
    return x * 2


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        scripted = torch.jit.script(double)  # break: FG507
        traced = torch.jit.trace(double, (x,))  # break: FG507
        later = torch.jit.fork(double, x)  # break: FG507
        x = torch.jit.wait(later)  # break: FG507
        torch.jit.set_fusion_strategy([("STATIC", 1)])  # break: FG507
        return scripted(x) + traced(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
