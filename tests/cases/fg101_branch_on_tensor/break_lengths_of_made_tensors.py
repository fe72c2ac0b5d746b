"""Tensors of a length that depends on data, by way of what makes them."""

import torch
from torch import nn


class Kept(nn.Module):
    def some(self, x, y):
        if y.shape[0] == 0:  # break[fullgraph]: FG101
            return x
        return y

    def forward(self, x, how):
        count = (x > 0).nonzero().size(0)  # break[default]: FG301
        x = x + 1
        if how == "topk":
            return self.some(x, x.topk(min(3, count)).indices)
        if how == "randperm":
            return self.some(x, torch.randperm(count))
        if how == "repeat_interleave":
            return self.some(x, torch.repeat_interleave(x, count))
        if how == "triu":
            return self.some(x, torch.ones(count, count).triu(1))
        if how == "pairs":
            return self.some(x, torch.cartesian_prod(torch.arange(count), torch.arange(2)))
        return self.some(x, torch.multinomial(x, count))


def make():
    return Kept()


def inputs():
    ways = ("topk", "randperm", "repeat_interleave", "triu", "pairs", "multinomial")
    return [(torch.tensor([1.0, 0.0, 2.0, 1.0]), how) for how in ways]
