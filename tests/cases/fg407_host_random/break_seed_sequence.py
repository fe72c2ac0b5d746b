"""A sequence of seeds is an object of NumPy's compiled code."""

import numpy as np
import torch
from torch import nn


class Noise(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seeds = np.random.SeedSequence(entropy=1, spawn_key=(2,))  # break: FG407
        return x * 2, seeds.entropy


def make():
    return Noise()


def inputs():
    return [(torch.ones(3),)]
