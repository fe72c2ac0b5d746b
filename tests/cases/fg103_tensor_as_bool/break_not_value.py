import torch
from torch import nn


class Empty(nn.Module):
    def forward(self, mask: torch.Tensor):
        hits = mask * 2
        empty = not hits.any()  # break: FG103
        return hits, empty


def make():
    return Empty()


def inputs():
    return [(torch.tensor([1, 0]),), (torch.tensor([0, 0]),)]
