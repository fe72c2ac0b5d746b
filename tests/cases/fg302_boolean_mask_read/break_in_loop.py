import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x, mask):
        total = x.sum()
        for row in range(x.shape[0]):
            total = total + x[row][mask[row]].mean()  # break[default]: FG302
        return total


def make():
    return Rows()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([[True, True, False], [True, False, False]]))]
