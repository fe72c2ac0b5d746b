"""A dictionary of caches, annotated as one of tensors, of which parts are handed down that are dictionaries again."""

import torch
from torch import nn


class Inner(nn.Module):
    def forward(self, x: torch.Tensor, cache: dict[str, torch.Tensor] | None = None):
        cache = cache or {}
        return x * 2, {"x": x, **cache}


class Outer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Inner()

    def forward(self, x: torch.Tensor, cache: dict[str, torch.Tensor] | None = None):
        cache = cache or {}
        x, kept = self.inner(x, cache=cache.get("inner"))
        return x, {"inner": kept}


def make():
    return Outer()


def inputs():
    return [(torch.ones(3),), (torch.ones(3), {"inner": {"x": torch.ones(3)}})]
