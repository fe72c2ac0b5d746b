# only: scipy, torch<2.14
import scipy.special
import torch
from torch import nn

from scipy.spatial import ConvexHull, Delaunay, cKDTree

POINTS = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        total = scipy.special.erf(0.5)  # break: FG502
        scipy.special.gamma(0.5)  # break: FG502
        scipy.special.gammaln(0.5)  # break: FG502
        scipy.special.expit(0.5)  # break: FG502
        scipy.special.binom(3, 2)  # break: FG502
        scipy.special.jv(1, 0.5)  # break: FG502
        cKDTree(POINTS)  # break: FG502
        ConvexHull(POINTS)  # break: FG502
        Delaunay(POINTS)  # break: FG502
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
