"""What operations take: lists made of objects, their items, named tuples, members, objects with an override."""

import enum
from typing import NamedTuple

import torch
from torch import nn


class Items(list):
    pass


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


class Times(enum.IntEnum):
    TWICE = 2


class Wrapped:
    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return function(*[one.inner if isinstance(one, cls) else one for one in args], **(kwargs or {}))


class Distance:
    def __call__(self, one, other):
        return (one - other).abs().sum(-1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.distance = Distance()
        self.shape = Items([1, 3])
        self.norm = nn.LayerNorm(Items([3]))

    def forward(self, x):
        items = Items([x, x])
        total = torch.stack(list(items)).sum() + torch.stack(Pair(x, x)).sum() + x.repeat(Times.TWICE).sum()
        total = total + torch.broadcast_tensors(*items)[0].sum() + x.expand(*self.shape).sum() + self.norm(x).sum()
        total = total + nn.utils.rnn.pad_sequence(items).sum() + torch.add(Wrapped(x), x).sum()
        total = total + nn.functional.triplet_margin_with_distance_loss(x, x + 1, x - 1, distance_function=self.distance)
        return total if torch.is_tensor(items) else total + len(items)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
