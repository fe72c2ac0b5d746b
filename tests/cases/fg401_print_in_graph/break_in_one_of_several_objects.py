# only: torch>=2.13
"""Objects that one place makes with other arguments each time: a function, a loop, a comprehension, a constructor."""

import torch
from torch import nn


class Scale:
    def __init__(self, mode):
        self.mode = mode

    def __call__(self, x):
        if self.mode == "nothing":
            return x
        print(x.ndim)  # break: FG401
        return x * 2


class Shift:
    def __init__(self, mode):
        self.mode = mode

    def __call__(self, x):
        if self.mode == "nothing":
            return x
        print(x.ndim)  # break: FG401
        return x + 2


class Power:
    def __init__(self, mode):
        self.mode = mode

    def __call__(self, x):
        if self.mode == "nothing":
            return x
        print(x.ndim)  # break: FG401
        return x**2


class Inner(nn.Module):
    def __init__(self, scales):
        super().__init__()
        self.scales = scales

    def forward(self, x):
        if self.scales:
            print(x.ndim)  # break: FG401
            return x * 2
        return x


class Layer(nn.Module):
    def __init__(self, scales):
        super().__init__()
        self.inner = Inner(scales)

    def forward(self, x):
        return self.inner(x)


def made(mode):
    return Scale(mode)


class ByFunction(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = made("scale")
        self.second = made("nothing")

    def forward(self, x):
        return self.second(self.first(x))


class ByComprehension(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [Shift(mode) for mode in ("shift", "nothing")]

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


class ByLoop(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = []
        for mode in ("power", "nothing"):
            self.parts.append(Power(mode))

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


class ByConstructor(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Layer(True)
        self.second = Layer(False)

    def forward(self, x):
        return self.second(self.first(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([ByFunction(), ByComprehension(), ByLoop(), ByConstructor()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.rand(3), way) for way in range(4)]
