import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x.view(int(np.sqrt(16)), -1) / np.sqrt(x.shape[-1])
        x = x.reshape(np.lcm(2, 4), -1) * float(np.log(2.0)) * np.sqrt(2).item()
        return x + torch.zeros(np.gcd(8, 4), 1) + torch.full((2,), np.sqrt(2)).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
