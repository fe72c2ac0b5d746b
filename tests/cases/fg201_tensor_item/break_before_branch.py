import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        total = x.sum().item()  # break[default]: FG201
        if total > 0:  # break[fullgraph]: FG101
            return x + 1
        return x - 1


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (-torch.ones(4, 8),)]
