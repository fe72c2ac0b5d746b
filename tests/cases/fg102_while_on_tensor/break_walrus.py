import torch
from torch import nn


class Relax(nn.Module):
    def forward(self, x):
        while (error := x.abs().mean()) > 0.5:  # break: FG102
            x = x - 0.5 * error
        return x


def make():
    return Relax()


def inputs():
    return [(torch.tensor([2.0, 1.0]),), (torch.tensor([0.1, 0.1]),)]
