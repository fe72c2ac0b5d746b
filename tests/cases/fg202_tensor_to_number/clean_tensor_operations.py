import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * min(lengths.max(), 3) + max(lengths.sum(), lengths.min())
        x = x + abs(x.sum()) + sum([x.sum(), x.mean()]) + math.prod([x.sum(), x.mean()])
        x = x + math.radians(x.mean()) + x.sum().float() + lengths.sum().int() + x.any().bool()
        return x * torch.eq(x, x) * torch.isclose(x, x) * (lengths == 3).any()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
