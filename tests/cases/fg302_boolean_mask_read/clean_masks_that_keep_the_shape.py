import torch
from torch import nn


class Kept(nn.Module):
    def forward(self, x, mask):
        x = torch.where(mask, x, 0.0)
        x = x.masked_fill(~mask, 1.0) * mask
        x = x.masked_scatter(mask, torch.ones(3))
        count = mask.sum() + mask[0] + mask[:2].any()
        return x[None].sum() + x[True].sum() + count


def make():
    return Kept()


def inputs():
    return [(torch.ones(3), torch.tensor([True, False, True]))]
