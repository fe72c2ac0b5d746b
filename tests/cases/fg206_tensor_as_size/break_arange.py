import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        positions = torch.arange(lengths.max())  # break[default]: FG206
        x = x + 1
        more = torch.arange(0, lengths.max() + 1, device=x.device)  # break[default]: FG206
        return x, positions, more


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
