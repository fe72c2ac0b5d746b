import torch
from torch import nn


class Mean(nn.Module):
    def forward(self, x):
        kept = x[x > 0]  # break[default]: FG302
        return kept.sum() / (kept.shape[0] or 1)  # break[fullgraph]: FG103


def make():
    return Mean()


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
