import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("flat", torch.zeros(12))

    def forward(self, x, lengths):
        a = x[:1].expand(lengths.max(), -1)  # break[default]: FG206
        x = x * 2
        b = x.repeat(1, lengths.max())  # break[default]: FG206
        x = x * 2
        c = self.flat.view(lengths.max(), -1)  # break[default]: FG206
        x = x * 2
        d = self.flat.reshape((lengths.max(), -1))  # break[default]: FG206
        return x, a, b, c, d


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
