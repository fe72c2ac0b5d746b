import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        x = x * {1: 2.0, 3: 3.0}.get(longest, 5.0)  # break[fullgraph]: FG206
        longest = lengths.max().item()  # break[default]: FG201
        table = {1: 2.0, 3: 3.0}
        x = x * table.pop(longest)  # break[fullgraph]: FG206
        longest = lengths.max().item()  # break[default]: FG201
        table = {1: 2.0, 3: 3.0}
        table.setdefault(longest, 2.0)  # break[fullgraph]: FG206
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
