"""Masks under keys, and masks that a helper calls by another name."""

import torch
from torch import nn


class Keyed(nn.Module):
    """The mask is an item of what the model is given."""

    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return self.select({"x": x, "mask": mask})

    def select(self, batch):
        return batch["x"][batch["mask"]]  # break[default]: FG302


class KeyOfAttribute(nn.Module):
    """The key is an attribute."""

    def __init__(self, mask_key: str = "mask"):
        super().__init__()
        self.mask_key = mask_key

    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return self.loss({"x": x, "mask": mask})

    def loss(self, info):
        error = info["x"].abs()
        if self.mask_key in info:
            error = error[info[self.mask_key]]  # break[default]: FG302
        return error.mean()


class Renamed(nn.Module):
    """The helper calls it otherwise."""

    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return self.pick(x, mask)

    def pick(self, x, chosen):
        return x[chosen]  # break[default]: FG302


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Keyed(), KeyOfAttribute(), Renamed()])

    def forward(self, x: torch.Tensor, mask: torch.Tensor, way: int):
        return self.ways[way](x, mask)


def make():
    return Model()


def inputs():
    x = torch.arange(6.0).reshape(2, 3)
    return [(x, x > 2, way) for way in range(3)]
