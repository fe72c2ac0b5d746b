import dataclasses
from collections import namedtuple

import torch
from torch import nn


@dataclasses.dataclass
class Output:
    logits: torch.Tensor
    scale: float = 2.0


def factory(factor):
    class Scale(nn.Module):
        def forward(self, x):
            return x * factor

    return Scale()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = factory(3.0)

    def forward(self, x):
        def double(y):
            return y * 2

        Pair = namedtuple("Pair", ["first", "second"])
        pair = Pair(double(x), (lambda y: y + 1)(x))
        output = Output(self.scale(pair.first))
        return output.logits * output.scale + pair.second


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
