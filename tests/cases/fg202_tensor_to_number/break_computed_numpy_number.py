import math

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = np.int64(3)
        self.scale = np.float64(4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = int(self.n * 2)  # break[default]: FG202
        b = float(np.sqrt(self.scale))  # break[default]: FG202
        c = int(-self.n)  # break[default]: FG202
        d = math.sqrt(self.scale * 2)  # break: FG202
        return x * a * b * c * d


def make():
    return Model()


def inputs():
    return [(torch.ones(4),)]
