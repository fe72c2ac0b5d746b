"""Objects of lists that ``zip(*several)`` goes over, and the elements of a list that its annotation names."""

import torch
from torch import nn


class Gate:
    def __call__(self, x: torch.Tensor):
        return x * float(x.sum())  # break[default]: FG202


class Unpacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.kinds = ("a", "b")
        self.layers = [[nn.LayerNorm(3), Gate()] for _ in range(2)]

    def forward(self, x: torch.Tensor):
        several = (self.kinds, self.layers)
        for _, (norm, gate) in zip(*several):
            x = gate(norm(x))
        return x


class Number(nn.Module):
    def forward(self, values: list[float]):
        return torch.tensor([float(value) for value in values])


class Settings(nn.Module):
    """What a list holds is known where it is used."""

    def __init__(self):
        super().__init__()
        self.number = Number()

    def forward(self, settings):
        return self.number([one["seconds"] for one in settings])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.unpacked, self.settings = Unpacked(), Settings()

    def forward(self, x, way: int):
        return self.unpacked(x) if way == 0 else self.settings(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), 0), ([{"seconds": 1.5}, {"seconds": 2.0}], 1)]
