import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * len({number: "length" for number in numbers})  # break[fullgraph]: FG202
        x = x * 2
        longest = lengths.max().item()  # break[default]: FG201
        return x * len({longest: "longest", 2: "two"})  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
