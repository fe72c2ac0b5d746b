import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def forward(self, x, lengths):
        a = x.chunk(lengths.max())[0]  # break: FG206
        x = x * 2
        b = torch.linspace(0, 1, lengths.max())  # break: FG206
        x = x * 2
        c = F.adaptive_avg_pool1d(x, lengths.max())  # break: FG206
        x = x * 2
        d = x.split(lengths.max())[0]  # break: FG206
        return x, a, b, c, d


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
