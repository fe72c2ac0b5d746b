"""A parameter that is a container or a tensor: what its truth decides is whether the container is empty."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Named(nn.Module):
    def forward(self, x, values: dict[str, Tensor] | Tensor | None = None):
        values = values or dict()
        return x * values["scale"] if values else x


class Listed(nn.Module):
    def forward(self, x, values: list[Tensor] | Tensor | None = None):
        if not values:
            return x
        return x * values[0]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.named, self.listed = Named(), Listed()

    def forward(self, x, values: dict[str, Tensor] | Tensor | None = None, items: list[Tensor] | Tensor | None = None):
        return self.named(x, values) + self.listed(x, items)


def make():
    return Model()


def inputs():
    x = torch.ones(2, 3)
    return [(x,), (x, {"scale": torch.ones(3)}), (x, None, [torch.ones(3)])]
