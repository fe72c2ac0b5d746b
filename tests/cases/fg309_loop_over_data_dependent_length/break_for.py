import torch
from torch import nn


class PerClass(nn.Module):
    def forward(self, x, ids):
        groups = torch.unique(ids)  # break[default]: FG305
        total = x.sum()
        for group in groups:  # break[fullgraph]: FG309
            total = total + group
        return total


def make():
    return PerClass()


def inputs():
    return [(torch.ones(3), torch.tensor([1, 1, 2]))]
