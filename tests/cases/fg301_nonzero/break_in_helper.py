import torch
from torch import nn


def selected(x, limit):
    keep = x.sum(1) > limit
    rows = torch.nonzero(keep).squeeze(1)  # break[default]: FG301
    return x.index_select(0, rows)


class Filter(nn.Module):
    def forward(self, x):
        x = x * 2
        y = selected(x, 0.5)
        return y + 1


def make():
    return Filter()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [0.0, 0.0]]),), (torch.ones(2, 2),)]
