import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        if numbers[0] in numbers[1:]:  # break[fullgraph]: FG101
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
