import torch
from torch import nn


class Integers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("order", torch.tensor([2, 0, 1]))

    def forward(self, x, idx, masked_indices):
        total = x[idx].sum() + x[:, idx].sum() + x[masked_indices].sum() + x[self.order].sum()
        best = x.sum(1).argmax(keepdim=True)
        total = total + x[best].sum() + x[[0, 2]].sum() + x[x.sum(1).argsort()].sum() + x[torch.arange(2)].sum()
        _, top = x.sum(1).topk(2)
        return total + x[top].sum() + x[0].sum() + x[-1, 1:].sum() + x[..., None].sum() + x[idx[:1]].sum()


def make():
    return Integers()


def inputs():
    return [(torch.arange(9.0).reshape(3, 3), torch.tensor([0, 2]), torch.tensor([1]))]
