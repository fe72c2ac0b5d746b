import sys

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.sizes = [len(sys.version)]
        for size in self.sizes:
            self.register_buffer(f"scale_{size}", torch.ones(()))
            setattr(self, f"scale_{size}_steps", 3)

    def forward(self, x):
        for size in self.sizes:
            if getattr(self, f"scale_{size}_steps") > 2:
                x = x * getattr(self, f"scale_{size}")
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4),), (torch.zeros(3, 4),)]
