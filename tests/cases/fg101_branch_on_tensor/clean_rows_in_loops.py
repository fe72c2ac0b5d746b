"""Loops over the sizes of tensors and over plain numbers, and what they take that is not looked at."""

from collections.abc import Sequence

import torch


def of_sizes(x: torch.Tensor, parts: Sequence[torch.Tensor], levels: Sequence[float] = (1.0, 2.0)) -> torch.Tensor:
    for i in range(len(parts)):
        if parts[i].shape[0] == 2 or parts[i].dim() > 1:
            x = x + parts[i].sum()
    for part, level in zip(parts, levels):
        if level > 1 and part is not None:
            x = x + part.sum() * level
    for i, row in enumerate(x.unbind()):
        if i == 0:
            x = x + row
    return x


@torch.compile
def scaled(x: torch.Tensor) -> torch.Tensor:
    return of_sizes(x, [x, x[:1]])


def make():
    return scaled


def inputs():
    return [(torch.ones(2),)]
