import numpy as np
import torch
from torch import nn


class Augment(nn.Module):
    def forward(self, x):
        x = x + 1
        if np.random.rand() < 2:  # break: FG407
            x = x * 2
        return x


def make():
    return Augment()


def inputs():
    return [(torch.ones(3),)]
