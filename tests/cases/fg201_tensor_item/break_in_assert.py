import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        assert x.abs().max().item() >= 0, "negative"  # break[default]: FG201
        x = x + 1
        assert lengths.max().item() == 3 or lengths.min().item() > 0  # break[default]: FG201; break[fullgraph]: FG104
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
