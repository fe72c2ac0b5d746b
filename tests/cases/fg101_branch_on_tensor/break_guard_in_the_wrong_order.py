import torch
from torch import nn


class Checked(nn.Module):
    def forward(self, x):
        x = x + 1
        if torch.isnan(x).any() and not torch.compiler.is_compiling():  # break: FG101
            raise ValueError("NaN in the input")
        return x * 2


def make():
    return Checked()


def inputs():
    return [(torch.ones(3),)]
