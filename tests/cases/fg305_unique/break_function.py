import torch
from torch import nn


class Groups(nn.Module):
    def forward(self, x, ids):
        groups = torch.unique(ids)  # break[default]: FG305
        return x.sum() * groups.numel()


def make():
    return Groups()


def inputs():
    return [(torch.ones(3), torch.tensor([1, 1, 2])), (torch.ones(3), torch.tensor([1, 1, 1]))]
