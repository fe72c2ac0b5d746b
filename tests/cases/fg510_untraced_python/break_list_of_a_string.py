"""TorchDynamo holds the list of split() as one constant."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.names = "a b c"

    def forward(self, x):
        x = x + 1
        words = self.names.split()
        words.append("d")  # break: FG510 (before 2.14)
        lines = "a\nb".splitlines()
        lines.reverse()  # break: FG510 (before 2.14)
        rest = "a,b,c".rsplit(",", 1)[:1]
        rest.insert(0, "z")  # break: FG510 (before 2.14)
        return x * len(words) * len(lines) * len(rest)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
