# only: torch>=2.12, torch<2.14
"""Arithmetic with the members of an enumeration that are integers too."""

import enum

import torch
from torch import nn


class Bits(enum.IntEnum):
    LOW = 2
    HIGH = 4


class Power(nn.Module):
    def __init__(self, bits=Bits.LOW):
        super().__init__()
        self.bits = bits

    def forward(self, x):
        y = x + 1
        steps = 2**self.bits  # break: FG608
        return y * steps


class Square(nn.Module):
    def __init__(self, bits: Bits):
        super().__init__()
        self.bits = bits

    def forward(self, x):
        y = x + 1
        steps = self.bits**2  # break: FG608
        return y * steps


class Sum(nn.Module):
    def __init__(self, bits: Bits):
        super().__init__()
        self.bits = bits

    def forward(self, x):
        y = x + 1
        steps = self.bits + 1  # break: FG608 (before 2.13)
        return y * steps


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Power(), Square(Bits.HIGH), Sum(Bits.HIGH)])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
