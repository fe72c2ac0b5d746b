"""A truth value that was read, and a number as the only index of an array, have to be known too."""

import torch
from torch import nn


class Picked(nn.Module):
    def forward(self, x, place, how):
        n = place.max().item()  # break[default]: FG201
        x = x + 1
        if how == "array":
            return torch.from_numpy(x.detach().numpy()[n])  # break[fullgraph]: FG206
        return x[n > 1]  # break[fullgraph]: FG206


def make():
    return Picked()


def inputs():
    return [(torch.randn(4, 4), torch.tensor([2, 1]), how) for how in ("array", "truth")]
