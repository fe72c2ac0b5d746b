import enum
from dataclasses import dataclass

import torch
from torch import nn


class Kind(enum.Enum):
    FAST = 1


class Own:
    def __repr__(self):
        return "own"

    def __str__(self):
        return "text"


@dataclass
class Told:
    width: int

    def __repr__(self):
        return f"told {self.width}"


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.kind = Kind.FAST
        self.own = Own()
        self.told = Told(3)
        self.layer = nn.ReLU()

    def forward(self, x):
        if x.dim() > 4:
            raise ValueError(f"{self.told} of {self.layer} is too much")
        names = [f"{self.kind}", repr(self.own), str(self.own), repr(self.told), f"{type(self).__name__}"]
        names += [repr(self.layer), f"{self.told.width}", f"{x.dtype} {x.shape}", f"{[1, 'a']}", "{}".format("a")]
        return x * sum(map(len, names))


def make():
    return Named()


def inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4),)]
