import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        a = x.narrow(1, 0, lengths.max())  # break[default]: FG206
        x = x * 2
        b = torch.topk(x, k=lengths.max())[0]  # break[default]: FG206
        return x, a, b


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
