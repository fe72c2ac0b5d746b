import torch
from torch import nn


class Known(nn.Module):
    def forward(self, x, rows):
        total = x.sum()
        for row in x:
            total = total + row.max()
        for row in x[rows]:
            total = total + row.min()
        first, second = torch.nonzero_static(x, size=2)
        for place in range(rows.shape[0]):
            total = total + place
        return total + first.sum() + second.sum() + torch.stack([row + 1 for row in rows]).sum()


def make():
    return Known()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([0, 2]))]
