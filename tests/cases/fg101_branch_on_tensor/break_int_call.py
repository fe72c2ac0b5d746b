import torch
from torch import nn


class Truncate(nn.Module):
    def forward(self, ids, lengths):
        if int(lengths.max()) > 2:  # break: FG101
            ids = ids.clamp(max=2)
        return ids + 1


def make():
    return Truncate()


def inputs():
    ids = torch.arange(6).reshape(2, 3)
    return [(ids, torch.tensor([1, 3])), (ids, torch.tensor([1, 2]))]
