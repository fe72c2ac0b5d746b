"""Objects passed by ``*arguments`` whose number is not known."""

import torch
from torch import nn


class Loud(nn.Module):
    def forward(self, x):
        print("loud")  # break: FG401
        return x + 1


class Louder(nn.Module):
    def forward(self, x):
        print("louder")  # break: FG401
        return x + 2


class Quiet(nn.Module):
    def forward(self, x):
        return x - 1


class Gathered(nn.Module):
    """Layers passed one by one."""

    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def both(first, second, x):
    return first(second(x))


class Unpacked(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        layers = [Quiet() for _ in range(depth)]
        for place in reversed(range(1, len(layers))):
            layers.insert(place, Loud())
        self.gathered = Gathered(*layers)

    def forward(self, x):
        return self.gathered(x)


class Followed(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        self.layers = nn.ModuleList(Louder() for _ in range(depth))

    def forward(self, x):
        return both(*self.layers, x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Unpacked(), Followed()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
