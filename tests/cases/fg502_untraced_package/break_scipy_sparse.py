"""SciPy's Python functions are entered, and break inside."""

# only: scipy
import numpy as np
import scipy.fft
import scipy.sparse
import scipy.sparse.csgraph
import scipy.spatial
import torch
from torch import nn

SQUARE = np.ones((2, 2))
LINE = np.linspace(0.0, 1.0, 8)


class Model(nn.Module):
    def forward(self, x, which: int):
        x = x + 1
        if which == 0:
            scipy.sparse.csr_matrix(SQUARE)  # report: FG502 (scipy/)
        elif which == 1:
            scipy.sparse.coo_matrix(SQUARE)  # report: FG502 (scipy/)
        elif which == 2:
            scipy.sparse.csc_matrix(SQUARE)  # report: FG502 (scipy/)
        elif which == 3:
            scipy.sparse.diags([1.0, 2.0])  # report: FG502 (scipy/)
        elif which == 4:
            scipy.sparse.eye(2)  # report: FG502 (scipy/)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in range(5)]
