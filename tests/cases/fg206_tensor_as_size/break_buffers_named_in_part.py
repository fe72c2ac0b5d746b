import sys

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.groups = [len(part) for part in sys.version.split(".", 1)[:1]]
        for group in self.groups:
            self.register_buffer("bounds_{}".format(group), torch.LongTensor([1, 3]))
            self.register_buffer("kept_%d" % group, torch.tensor(True))
            setattr(self, f"scale_{group}", torch.ones(()))
            self.add_module(f"layer_{group}", nn.Linear(4, 4))

    def forward(self, x):
        for group in self.groups:
            bounds = getattr(self, f"bounds_{group}")
            x = x * getattr(self, f"scale_{group}") + getattr(self, "layer_" + str(group))(x)
            x = x + x[:, bounds[0] : bounds[1]].sum()  # break[default]: FG206
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.zeros(2, 4),)]
