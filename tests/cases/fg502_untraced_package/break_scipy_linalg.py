"""SciPy's Python functions are entered, and break inside."""

# only: scipy
import numpy as np
import scipy.linalg
import scipy.spatial.distance
import scipy.stats
import scipy.interpolate
import torch
from torch import nn

SQUARE = np.ones((2, 2))
LINE = np.linspace(0.0, 1.0, 8)


class Model(nn.Module):
    def forward(self, x, which: int):
        x = x + 1
        if which == 0:
            scipy.linalg.sqrtm(SQUARE)  # report: FG502 (scipy/)
        elif which == 1:
            scipy.linalg.expm(SQUARE)  # report: FG502 (scipy/)
        elif which == 2:
            scipy.linalg.block_diag(SQUARE, SQUARE)  # report: FG502 (scipy/)
        elif which == 3:
            scipy.spatial.distance.cdist(SQUARE, SQUARE)  # report: FG502 (scipy/)
        elif which == 4:
            scipy.spatial.distance.pdist(SQUARE)  # report: FG502 (scipy/)
        elif which == 5:
            scipy.stats.norm.cdf(0.5)  # report: FG502 (scipy/)
        elif which == 6:
            scipy.interpolate.interp1d([0, 1, 2], [0, 1, 2])  # report: FG502 (scipy/)
        elif which == 7:
            scipy.interpolate.CubicSpline([0, 1, 2], [0, 1, 2])  # report: FG502 (scipy/)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in range(8)]
