import torch
from torch import nn


class Model(nn.Module):
    def choose(self, lengths):
        return sum([1.0, 2.0, 3.0, 4.0, 5.0][: lengths.max()])  # break: FG206

    def forward(self, x, lengths):
        return x * self.choose(lengths)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
