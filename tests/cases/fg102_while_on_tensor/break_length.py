import torch
from torch import nn


class Shrink(nn.Module):
    def forward(self, x):
        rows = x.nonzero().squeeze(1)  # break[default]: FG301
        while rows.shape[0] > 1:  # break[fullgraph]: FG102
            rows = rows[1:]
        return x + rows.sum()


def make():
    return Shrink()


def inputs():
    return [(torch.tensor([1.0, 0.0, 2.0]),)]
