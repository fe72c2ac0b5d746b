import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        top = lengths.max()
        x = x.clamp(max=top).masked_fill(x > top, 0.0) * top + torch.full((8,), top) + torch.linspace(0, top, 8)
        x = x[lengths] + x[lengths.sort().indices][:, lengths].sum() + x.index_select(0, top.reshape(1)).sum()
        x = x + torch.where(x > 0, top, lengths.min()) + x.gather(0, lengths.expand(2, 2)).sum()
        return x + max(top, 3) + min(lengths.min(), 2) + {"a": 1}["a"] + torch.tensor([top, 1]).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([1, 0])), (torch.randn(4, 8), torch.tensor([0, 1]))]
