import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        shortest = lengths.min().item()  # break[default]: FG201
        return x * 3 if shortest in {1: "one", 2: "two"} else x  # break[fullgraph]: FG103


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
