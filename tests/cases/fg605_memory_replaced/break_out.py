import torch
from torch import nn


class Fill(nn.Module):
    def forward(self, x):
        x = x + 1
        table = torch.zeros(4, 2)
        torch.mul(x, 2, out=table[:, 0])  # break: FG605
        square = torch.zeros(4, 4)
        torch.mul(x, 3, out=square.t())  # break: FG605
        grown = torch.empty(0)
        torch.cat([x, x], out=grown)  # break: FG605
        return table.sum() + square.sum() + grown.sum()


def make():
    return Fill()


def inputs():
    return [(torch.ones(4),)]
