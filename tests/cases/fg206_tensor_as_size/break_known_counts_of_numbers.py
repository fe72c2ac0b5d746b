import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        a = x.chunk(lengths.max().item())[0]  # break[default]: FG201; break[fullgraph]: FG206
        x = x * 2
        b = torch.linspace(0, 1, lengths.max().item())  # break[default]: FG201; break[fullgraph]: FG206
        x = x * 2
        longest = lengths.max().item()  # break[default]: FG201
        return x, a, b, x.split(longest)[0]  # break[fullgraph]: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
