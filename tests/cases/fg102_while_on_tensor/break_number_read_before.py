import torch
from torch import nn


class Doubling(nn.Module):
    def forward(self, x):
        total = x.sum().item()  # break[default]: FG201
        x = x + 1
        while total < 4:  # break[fullgraph]: FG102
            total = total * 2
            x = x * 2
        return x


def make():
    return Doubling()


def inputs():
    return [(torch.ones(2),), (torch.ones(2) * 8,)]
