import torch
from torch import nn


class Halve(nn.Module):
    def forward(self, x):
        while x.max().item() > 1.0:  # break: FG102
            x = x / 2
        return x


def make():
    return Halve()


def inputs():
    return [(torch.tensor([8.0, 3.0]),), (torch.tensor([0.5, 0.25]),)]
