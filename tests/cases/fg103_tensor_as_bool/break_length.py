import torch
from torch import nn


class Mean(nn.Module):
    def forward(self, x):
        kept = x[x > 0]  # break[default]: FG302
        count = kept.shape[0] if kept.shape[0] > 0 else 1  # break[fullgraph]: FG103
        return kept.sum() / count


def make():
    return Mean()


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
