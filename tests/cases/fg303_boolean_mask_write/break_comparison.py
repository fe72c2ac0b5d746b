import torch
from torch import nn


class Leaky(nn.Module):
    def __init__(self):
        super().__init__()
        self.slope = nn.Parameter(torch.tensor(0.1))

    def forward(self, x):
        x = x.clone()
        x[x < 0] *= self.slope  # break[default]: FG303
        return x


def make():
    return Leaky()


def inputs():
    return [(torch.tensor([1.0, -1.0]),), (torch.tensor([1.0, 2.0]),)]
