import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * len(set(numbers))  # break[fullgraph]: FG202
        x = x * 2
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * len(frozenset(numbers))  # break[fullgraph]: FG202
        x = x * 2
        numbers = lengths.tolist()  # break[default]: FG203
        return x * len(dict.fromkeys(numbers, 0))  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
