import torch
from torch import nn


class Fixed(nn.Module):
    def forward(self, x, mask):
        x = x.masked_fill(mask, 0.0)
        x = torch.masked_fill(x, mask, 1.0).masked_scatter(mask, torch.ones(3))
        return torch.where(mask, x, 0.0).sum() / mask.sum() + x.index_select(0, torch.tensor([0])).sum()


def make():
    return Fixed()


def inputs():
    return [(torch.ones(3), torch.tensor([True, False, True]))]
