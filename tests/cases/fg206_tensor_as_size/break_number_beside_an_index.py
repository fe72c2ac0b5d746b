"""A number that was read is captured as the only index of a tensor, and has to be known beside another part."""

import torch
from torch import nn


class Picked(nn.Module):
    def forward(self, x, place, how):
        n = place.max().item()  # break[default]: FG201
        x = x + 1
        if how == "column":
            return x[:, n]  # break[fullgraph]: FG206
        if how == "number":
            return x[0, n - 1] * 2  # break[fullgraph]: FG206
        if how == "last":
            return x[..., n, None]  # break[fullgraph]: FG206
        if how == "pair":
            at = (0, n)
            return x[at]  # break[fullgraph]: FG206
        if how == "column of an array":
            return torch.from_numpy(x.detach().numpy()[:, n])  # break[fullgraph]: FG206
        return x[n] + x[:, :n].sum() + x.select(1, n)


def make():
    return Picked()


def inputs():
    ways = ("column", "number", "last", "pair", "column of an array", "row")
    return [(torch.randn(4, 4), torch.tensor([2, 1]), how) for how in ways]
