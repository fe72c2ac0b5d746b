import torch
from torch import nn


class Shift(nn.Module):
    def forward(self, x, mask):
        x = x.clone()
        x[mask] += 1  # break[default]: FG303
        return x


def make():
    return Shift()


def inputs():
    return [(torch.zeros(3), torch.tensor([True, False, True]))]
