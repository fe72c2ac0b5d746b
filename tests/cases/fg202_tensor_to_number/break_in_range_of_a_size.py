import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = int(lengths.max())  # break[default]: FG202
        if longest not in range(x.shape[0]):  # break[fullgraph]: FG202
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([3, 1]))]
