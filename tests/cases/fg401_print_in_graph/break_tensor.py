import torch
from torch import nn


class Debugged(nn.Module):
    def forward(self, x):
        y = x * 2
        print(y)  # break: FG401
        print("sum:", y.sum(), "max:", y.max())  # break: FG401
        print(f"mean = {y.mean():.3f}")  # break: FG401
        return y + 1


def make():
    return Debugged()


def inputs():
    return [(torch.ones(3),)]
