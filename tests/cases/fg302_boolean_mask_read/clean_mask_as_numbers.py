import torch
from torch import nn


class Numbers(nn.Module):
    def forward(self, x, mask):
        position = mask.long().argmax(keepdim=True)
        rows = mask.to(torch.long)
        return x[position] + x[rows].sum() + x[mask.int().cumsum(0) - 1].sum()


def make():
    return Numbers()


def inputs():
    return [(torch.ones(3), torch.tensor([True, False, True]))]
