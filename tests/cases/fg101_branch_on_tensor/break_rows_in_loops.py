"""Items that loops take of a tensor, by their number, by iteration and beside others, and tensors of a sequence."""

from collections.abc import Sequence

import torch


def by_number(x: torch.Tensor, factors: torch.Tensor) -> torch.Tensor:
    for i in range(len(factors)):
        if factors[i] == 0:  # break: FG101
            x = x + 1
    return x


def beside(x: torch.Tensor, factors: torch.Tensor) -> torch.Tensor:
    for row, factor in zip(x * 2, factors):
        if factor > 0:  # break: FG101
            x = x + row
    return x


def counted(x: torch.Tensor, factors: torch.Tensor) -> torch.Tensor:
    for i, factor in enumerate(factors.unbind()):
        if factor > i:  # break: FG101
            x = x + factor
    return x


def of_sequence(x: torch.Tensor, parts: Sequence[torch.Tensor]) -> torch.Tensor:
    for part in parts:
        if part.sum() > 0:  # break: FG101
            x = x + 1
    return x


@torch.compile
def scaled(x: torch.Tensor, factors: torch.Tensor) -> torch.Tensor:
    x = by_number(x, factors)
    x = beside(x, factors)
    x = counted(x, factors)
    return of_sequence(x, [x, factors])


def make():
    return scaled


def inputs():
    return [(torch.ones(2), torch.tensor([0.0, 3.0])), (-torch.ones(2), torch.tensor([1.0, -3.0]))]
