"""Annotations that name a tensor otherwise: an alias, an alias of a type with parts, a parameter."""

from typing import Dict, Optional

import torch
from torch import Tensor as T
from torch import nn

Optionally = Optional[T]
Batch = Dict[str, T]


class Model(nn.Module):
    def forward(self, x: T, mask: Optionally, batch: Batch) -> T:
        self.aliased(x)
        self.optional(mask)
        self.held(batch)
        return self.weight(nn.functional.relu(x))

    def aliased(self, x: T):
        if x[0, 0] > 0:  # break: FG101
            return 1
        return 2

    def optional(self, mask: Optionally):
        if mask[0] > 0:  # break: FG101
            return 1
        return 2

    def held(self, batch: Batch):
        if batch["a"][0] > 0:  # break: FG101
            return 1
        return 2

    def weight(self, weight: nn.Parameter):
        if weight[0, 0] > 0:  # break: FG101
            return weight + 1
        return weight


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.rand(3), {"a": torch.rand(3)})]
