import torch
from torch import nn


class Made(nn.Module):
    def forward(self, x):
        size = x.shape[0]
        lower = torch.ones(size, size, dtype=torch.bool).tril()
        total = x[lower].sum()  # break[default]: FG302
        every = torch.full((size,), True)
        total = total + x[every].sum()  # break[default]: FG302
        none = x.new_zeros(size, dtype=torch.bool)
        total = total + x[none].sum()  # break[default]: FG302
        given = torch.tensor([True, False])
        total = total + x[given].sum()  # break[default]: FG302
        pairs = x.ne(0)
        total = total + x[pairs.new([True, False])].sum()  # break[default]: FG302
        chosen = torch.where(pairs.any(), pairs, pairs.new([True]))
        return total + x[chosen].sum()  # break[default]: FG302


def make():
    return Made()


def inputs():
    return [(torch.ones(2, 2),)]
