import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        assert bool((lengths > 0).all())  # break[default]: FG202; break[fullgraph]: FG202 (before 2.11)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
