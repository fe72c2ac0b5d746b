"""A slice that is made of tensors, or of an array's entries, reads them where it is made."""

import numpy as np
import torch


def window(x, start):
    return x[slice(start, start + 2)].sum()  # break[default]: FG206


def windows(x, size):
    rows = np.meshgrid([0, size], [1, 2], indexing="ij")
    first = rows[0].flatten()
    return x[slice(first[0], first[3] + 1)].sum()  # break[default]: FG206


@torch.compile
def summed(x: torch.Tensor, start: torch.Tensor) -> torch.Tensor:
    return window(x, start) + windows(x, 3)


def make():
    return summed


def inputs():
    return [(torch.arange(8.0), torch.tensor(2)), (torch.arange(8.0), torch.tensor(3))]
