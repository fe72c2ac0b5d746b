import torch
from torch import nn


class Loss(nn.Module):
    def forward(self, x):
        found = torch.where(x > 0)  # break[default]: FG301
        if all(len(part) <= 1 for part in found):  # break[fullgraph]: FG103
            return x.sum() * 0
        return x[found].mean()


def make():
    return Loss()


def inputs():
    return [(torch.ones(3, 2),), (torch.zeros(3, 2),)]
