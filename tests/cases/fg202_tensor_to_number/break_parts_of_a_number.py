import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = int(lengths.max())  # break[default]: FG202
        x = x * longest.bit_length()  # break[fullgraph]: FG202
        longest = float(lengths.max())  # break[default]: FG202
        x = x * longest.as_integer_ratio()[0]  # break[fullgraph]: FG202
        longest = float(lengths.max())  # break[default]: FG202
        return x * len(longest.hex())  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
