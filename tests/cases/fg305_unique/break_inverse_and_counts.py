import torch
from torch import nn


class Inverse(nn.Module):
    def forward(self, x):
        values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)  # break[default]: FG305
        return values[inverse] * counts[inverse]


def make():
    return Inverse()


def inputs():
    return [(torch.tensor([1, 1, 2]),)]
