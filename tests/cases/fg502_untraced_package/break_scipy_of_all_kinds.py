"""Functions and classes of SciPy of all kinds, with arrays of the input and with constants."""

# only: scipy
import numpy as np
import scipy.cluster.vq
import scipy.fft
import scipy.ndimage
import scipy.signal.windows
import scipy.spatial
import torch
from torch import nn

SQUARE = np.eye(4)


class Model(nn.Module):
    def forward(self, x, which: int):
        array = x.numpy()
        if which == 0:
            scipy.ndimage.find_objects(x.long().numpy())  # report: FG502 (scipy/)
        elif which == 1:
            scipy.fft.dct(SQUARE, norm="ortho")  # break: FG502
        elif which == 2:
            scipy.spatial.KDTree(array)  # break: FG502
        elif which == 3:
            scipy.cluster.vq.whiten(array)  # report: FG502 (scipy/)
        elif which == 4:
            scipy.fft.rfft(array)  # break: FG502
        elif which == 5:
            return x + scipy.signal.windows.boxcar(4).sum()
        return x + 1


def make():
    return torch.compile(Model())


def inputs():
    x = torch.arange(16.0).reshape(4, 4).clamp(max=7) % 5 + 1
    return [(x, which) for which in range(6)]
