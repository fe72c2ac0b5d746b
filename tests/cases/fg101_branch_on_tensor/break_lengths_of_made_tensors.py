"""Tensors of a length that depends on data, by way of what makes them."""

import torch
from torch import nn


class Kept(nn.Module):
    def forward(self, x, how):
        count = (x > 0).nonzero().size(0)  # break[default]: FG301
        x = x + 1
        if how == "topk":
            y = x.topk(min(3, count)).indices
        elif how == "randperm":
            y = torch.randperm(count)
        elif how == "repeat_interleave":
            y = torch.repeat_interleave(x, count)
        elif how == "triu":
            y = torch.ones(count, count).triu(1)
        elif how == "pairs":
            y = torch.cartesian_prod(torch.arange(count), torch.arange(2))
        else:
            y = torch.multinomial(x, count)
        if y.shape[0] == 0:  # break[fullgraph]: FG101
            return x
        return y


def make():
    return Kept()


def inputs():
    ways = ("topk", "randperm", "repeat_interleave", "triu", "pairs", "multinomial")
    return [(torch.tensor([1.0, 0.0, 2.0, 1.0]), how) for how in ways]
