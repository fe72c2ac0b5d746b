import torch
from torch import nn


class Words(nn.Module):
    def unique(self, words):
        return sorted(set(words))

    def forward(self, x):
        names = self.unique(("a", "b", "a"))
        members = x == torch.arange(3)[:, None]
        return members.any(1).sum() * len(names) + torch.isin(x, torch.tensor([1, 2])).sum()


def make():
    return Words()


def inputs():
    return [(torch.tensor([1, 1, 2]),)]
