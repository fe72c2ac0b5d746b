import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        items = [1, 2, 3, 4]
        items.pop(longest)  # break[fullgraph]: FG206
        return x * items[0]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([3, 1]))]
