"""Numbers of NumPy's that a module holds have a value while they are traced: they can be read, and be sizes."""

import numpy as np
import torch
from torch import nn


class Patches(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.width = np.int64(2)
        self.scale = np.sqrt(4.0)
        self.cells = np.prod((2, 3))
        self.depth = int(np.log2(8))
        self.rounded = round(np.float64(2.2))
        self.least = min(3, np.int64(9))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x.reshape(self.cells, 2)[: self.width] * self.scale
        x = x * float(self.scale) + int(self.width) + self.width.item()
        if int(self.width) > 1 and self.depth > 2 and self.rounded == 2 and self.least > 1:
            x = torch.zeros(self.width, 2) + x
        for _ in range(self.depth):
            x = x + 1
        return x


def make():
    return Patches()


def inputs():
    return [(torch.ones(12),)]
