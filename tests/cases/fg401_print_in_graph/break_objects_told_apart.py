"""Objects that one statement makes again and again are told apart by what they are made with."""

import torch
from torch import nn


class Closing:
    def __init__(self, loud):
        self.loud = loud

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.loud:
            print("closed")  # break: FG401
        return False


class Step:
    def __init__(self, name):
        self.name = name


def run(step, x):
    if step.name == "loud":
        print(step.name)  # break: FG401
    return x + 1


def closed(x, loud):
    with Closing(loud):
        return x * 2


def stepped(x, name):
    return run(Step(name), x)


class Contexts(nn.Module):
    def forward(self, x):
        x = closed(x, False)
        return closed(x.sin(), True)


class Steps(nn.Module):
    def forward(self, x):
        return stepped(stepped(x, "quiet"), "loud")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Contexts(), Steps()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
