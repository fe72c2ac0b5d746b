# only: torch>=2.13
"""What TorchDynamo knows of the members of enumerations."""

import enum

import torch
from torch import nn


class Bits(enum.IntEnum):
    LOW = 2
    HIGH = 4


class Mode(str, enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Own(str, enum.Enum):
    FAST = "fast"

    def lower(self):
        return "own"


class Model(nn.Module):
    def __init__(self, bits=Bits.LOW, mode=Mode.FAST):
        super().__init__()
        self.bits = bits
        self.mode = mode

    def forward(self, x):
        y = x + self.bits.value + 2**self.bits.value
        if self.mode == "fast" and self.mode is Mode.FAST and self.mode.value.startswith("fa"):
            y = y * 2
        for _ in range(self.bits.value):
            y = y + 1
        y = y * len(Own.FAST.lower())
        return y * (self.bits + 1) * (self.bits // 2)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
