"""Pure Python packages are entered, and NumPy is traced as torch."""

# only: yaml, sympy, torch>=2.13
import numpy as np
import sympy
import torch
from torch import nn

import yaml

SETTINGS = yaml.safe_load("factor: 2")


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        sympy.Symbol("a")
        y = np.tanh(x.detach().numpy())
        return x * SETTINGS["factor"] + torch.from_numpy(y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
