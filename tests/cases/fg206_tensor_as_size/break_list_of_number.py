import torch
from torch import nn


class Model(nn.Module):
    def choose(self, number):
        return [1.0, 2.0, 3.0, 4.0, 5.0][number]  # break[fullgraph]: FG206

    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        return x * self.choose(longest)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
