import torch
from torch import nn


class Runs(nn.Module):
    def forward(self, x):
        runs = torch.unique_consecutive(x)  # break[default]: FG305
        lengths = x.unique_consecutive(return_counts=True)[1]  # break[default]: FG305
        return runs.sum() + lengths.max()


def make():
    return Runs()


def inputs():
    return [(torch.tensor([1, 1, 2, 1]),)]
