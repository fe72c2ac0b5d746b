"""A list from which the length picks."""

import torch

SCALES = [float(index) for index in range(20)]


@torch.compile
def scaled(x: torch.Tensor) -> torch.Tensor:
    n = x.shape[0]
    return x * SCALES[n]  # recompile: FG704


def make():
    return scaled


def inputs():
    return [(torch.ones(size, 4),) for size in range(2, 14)]
