"""Older constructors read the numbers that they make a tensor of; `torch.tensor` takes symbols."""

import torch
from torch import nn


class Masked(nn.Module):
    def forward(self, x, lengths, how):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x + 1
        if how == "as_tensor":
            return x * torch.as_tensor(numbers)  # break[fullgraph]: FG202
        if how == "one":
            return x * torch.as_tensor(numbers[0], device=x.device)  # break[fullgraph]: FG202
        if how == "LongTensor":
            return x * torch.LongTensor([n - 1 for n in numbers])  # break[fullgraph]: FG202
        if how == "new":
            return x * x.new(numbers)  # break[fullgraph]: FG202
        if how == "rows":
            return x * torch.FloatTensor([[numbers[0], 2], [1, 2]])  # break[fullgraph]: FG202
        return x * torch.tensor(numbers) + torch.LongTensor(numbers[0], 2).shape[0] + x.new(numbers[1], 2).shape[0]


def make():
    return Masked()


def inputs():
    ways = ("as_tensor", "one", "LongTensor", "new", "rows", "tensor")
    return [(torch.randn(2, 2), torch.tensor([2, 3]), how) for how in ways]
