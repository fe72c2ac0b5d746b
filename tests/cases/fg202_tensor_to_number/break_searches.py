import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        x = x * [1, 2, 3].index(longest)  # break[fullgraph]: FG202
        longest = lengths.max().item()  # break[default]: FG201
        x = x * (1, 2, 3).count(longest)  # break[fullgraph]: FG202
        longest = lengths.max().item()  # break[default]: FG201
        left = [1, 2, 3]
        left.remove(longest)  # break[fullgraph]: FG202
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * left[0] * numbers.index(max(numbers))  # break[fullgraph]: FG202
        numbers = lengths.tolist()  # break[default]: FG203
        return x * numbers.count(1)  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
