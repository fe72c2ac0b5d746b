import torch
from torch import nn


class Written(nn.Module):
    def forward(self, x, place):
        n = int(place.max())  # break[default]: FG202
        x = x + 1
        x[:, n] = x[:, 0]  # break[fullgraph]: FG206
        return x


def make():
    return Written()


def inputs():
    return [(torch.randn(4, 4), torch.tensor([2, 1])), (torch.randn(4, 4), torch.tensor([3, 1]))]
