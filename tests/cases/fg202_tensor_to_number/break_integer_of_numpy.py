"""An integer that NumPy computes of Python's is a constant of NumPy's while it is traced, and ``int()`` not traced."""

import numpy as np
import torch


@torch.compile
def sized(x: torch.Tensor) -> torch.Tensor:
    a = int(np.int64(2))  # break: FG202
    b = int(np.maximum(2, 3) * 2)  # break: FG202
    c = int(np.sqrt(16.0))
    return x * a * b * c


def make():
    return sized


def inputs():
    return [(torch.ones(4),)]
