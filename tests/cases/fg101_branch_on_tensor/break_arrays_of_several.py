"""NumPy's functions that give several arrays give what is traced as tensors."""

import numpy as np
import torch


@torch.compile
def gridded(x: torch.Tensor) -> torch.Tensor:
    rows, columns = np.meshgrid([0, 1], [2, 3])
    y = x * 2
    if rows[0, 0] > 0:  # break: FG101
        y = y + 1
    if columns.max() > 0:  # break: FG101
        y = y + 1
    halves = np.split(x.numpy(), 2)
    if halves[0].sum() > 0:  # break: FG101
        y = y + 1
    _, whole = np.modf(x.numpy())
    if whole.sum() > 2:  # break: FG101
        y = y + 1
    if rows.shape[0] > 1 and len(halves) == 2:
        y = y + 1
    return y


def make():
    return gridded


def inputs():
    return [(torch.arange(4.0),), (-torch.arange(4.0),)]
