"""The module whose forward branches is made where the model is, and passed to it."""

import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:  # break: FG101
            return x
        return x * 2


class Model(nn.Module):
    def __init__(self, gate, scale):
        super().__init__()
        self.gate = gate
        self.scale = scale

    def forward(self, x):
        return self.gate(x + 1) * self.scale


class Solver:
    def solve(self, x):
        if x.mean() > 0:  # break: FG101
            return x
        return x * 2


class Solved(nn.Module):
    def __init__(self, inner, solver):
        super().__init__()
        self.inner = inner
        self.solver = solver

    def forward(self, x):
        x = self.inner(x)
        return self.solver.solve(x + 1)


MODELS = {"solved": lambda: Solved(Model(Gate(), 2), Solver())}


def make():
    return MODELS["solved"]()


def inputs():
    return [(torch.ones(2, 4),), (-torch.ones(2, 4) * 3,)]
