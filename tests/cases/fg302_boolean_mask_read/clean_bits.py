import torch
from torch import nn


class Hashed(nn.Module):
    def __init__(self, depth: int = 2):
        super().__init__()
        self.depth = depth
        self.table = nn.Parameter(torch.arange(8.0))

    def forward(self, codes, salt, index):
        mask = 7 if self.depth > 4 else 3
        codes = codes.long() & mask
        return self.table[codes & mask] + self.table[codes & 7] + self.table[(codes ^ salt) & 3] + self.table[~index] + self.table[codes | 1]


def make():
    return Hashed()


def inputs():
    codes = torch.tensor([1, 4, 6])
    return [(codes, codes + 1, codes)]
