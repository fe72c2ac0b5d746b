# only: torch>=2.12
import numpy as np
import torch


@torch.compile
def run(x):
    a = np.abs(x.numpy())
    if a.ndim == 1 and a.size == 4 and a.shape[0] == 4 and a.itemsize == 4 and x.dtype == torch.float32:
        a = a + a.T + a.real + a.flat[0]
    return torch.from_numpy(a.astype(np.float32))


def make():
    return run


def inputs():
    return [(torch.ones(4),)]
