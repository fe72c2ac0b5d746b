from collections import Counter

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        seen = {1, 2}
        seen.add(longest)  # break[fullgraph]: FG202
        x = x * len(seen)
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * len(Counter(numbers))  # break[fullgraph]: FG202
        numbers = lengths.tolist()  # break[default]: FG203
        return x * len(dict(zip(numbers, (1, 2))))  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
