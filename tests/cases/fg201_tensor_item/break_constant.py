import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        three = torch.tensor(3).item()  # break[default]: FG201
        elements = torch.tensor(x.shape).prod().item()  # break[default]: FG201
        return x * three + elements


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
