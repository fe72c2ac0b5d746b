"""Functions that take a number or tensors in the same place, and are given tensors."""

import torch


@torch.compile
def measured(x: torch.Tensor) -> torch.Tensor:
    steps = x[0] * 2
    (slope,) = torch.gradient(x[1], spacing=(steps,))
    least = torch.max(x, x * 2) + x.max(steps)
    return slope + least + x.scatter(0, torch.zeros_like(x, dtype=torch.int64), x + 1)


def make():
    return measured


def inputs():
    return [(torch.arange(12.0).reshape(3, 4) + 1,)]
