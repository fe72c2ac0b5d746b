"""A dropout layer that is made with a number of NumPy's."""
# only: torch<2.12

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dropout(np.linspace(0.0, 0.2, 2)[0])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x + 1) * 2  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4),)]
