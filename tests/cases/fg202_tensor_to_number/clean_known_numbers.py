# only: torch>=2.11
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        rows = x.shape[0]
        x = x * divmod(rows, 2)[0] * rows.bit_length()
        x = x * [1, 4].index(rows) * (1, 4).count(rows)
        x = x * (rows in range(5)) * max([1, rows], key=lambda number: -number)
        table = dict(zip((1, rows), (lengths[0], lengths[1])))
        return x * len(table)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
