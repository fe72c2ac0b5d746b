import torch
from torch import nn


class SharedQK(nn.Module):
    def forward(self, q, k):
        if torch.equal(q, k):  # break: FG101
            return q @ q.T
        return q @ k.T


def make():
    return SharedQK()


def inputs():
    a, b = torch.ones(2, 3), torch.zeros(2, 3)
    return [(a, a.clone()), (a, b)]
