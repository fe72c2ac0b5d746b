import torch
from torch import nn


class Balance(nn.Module):
    def forward(self, pos, neg):
        if pos.any() and neg.any():  # break: FG101
            return pos.float().mean() - neg.float().mean()
        return pos.float().mean()


def make():
    return Balance()


def inputs():
    on, off = torch.ones(3, dtype=torch.bool), torch.zeros(3, dtype=torch.bool)
    return [(on, on), (on, off), (off, on)]
