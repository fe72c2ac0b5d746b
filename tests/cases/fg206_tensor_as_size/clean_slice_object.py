"""Slices of plain numbers and of sizes."""

import numpy as np
import torch

WINDOW = slice(int(np.int64(1)), 3)


@torch.compile
def summed(x: torch.Tensor, size: int = 2) -> torch.Tensor:
    windows = [slice(i, i + size) for i in range(0, x.shape[0], size)]
    total = sum(x[window].sum() for window in windows)
    return total + x[WINDOW].sum() + x[slice(None, x.shape[0] - 1)].sum() + x[(slice(None),)].sum()


def make():
    return summed


def inputs():
    return [(torch.arange(8.0),)]
