# only: torch>=2.13
"""Items that have no dimensions: how many the tensor has is known by a shape, an equation, sizes or nested lists."""

from itertools import permutations

import torch
from torch import nn


class ByPermutations(nn.Module):
    def forward(self, x):
        batch, count, _ = x.size()
        orders = x.new_tensor(list(permutations(range(count))), dtype=torch.long)
        best = torch.index_select(orders, dim=0, index=torch.argmax(x.sum(2), dim=1))
        found = torch.zeros_like(x)
        for b in range(batch):
            for c in range(count):
                found[b, c] = x[b, best[b][c]]  # break: FG206
        return found


class ByShape(nn.Module):
    def forward(self, x):
        _, _, _ = x.shape
        best = torch.topk(x.mean(dim=1).mean(0), 2, dim=-1)[1]
        return torch.stack([x[..., best[k]] for k in range(2)], dim=-1)  # break: FG206


class ByEquation(nn.Module):
    def forward(self, x):
        order = torch.einsum("bij,bij->b", x, x).argsort()
        return x[order[0]]  # break: FG206


class BySizes(nn.Module):
    def forward(self, x):
        first = torch.cat([torch.LongTensor(2, 1).fill_(1), (x[:, 0] > 0).long()], 1)
        return torch.stack([x[0, row[1]] for row in first])  # break: FG206


class Rows(nn.Module):
    def forward(self, x):
        _, _, _ = x.shape
        best = x.argmax(-1)
        return torch.stack([x[k, :, best[k]] for k in range(2)])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([ByPermutations(), ByShape(), ByEquation(), BySizes(), Rows()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 3, 4), way) for way in range(5)]
