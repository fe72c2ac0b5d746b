"""SciPy's Python functions are entered, and break inside."""

# only: scipy
import numpy as np
import scipy.ndimage
import scipy.signal
import torch
from torch import nn

SQUARE = np.ones((2, 2))
LINE = np.linspace(0.0, 1.0, 8)


class Model(nn.Module):
    def forward(self, x, which: int):
        x = x + 1
        if which == 0:
            scipy.ndimage.gaussian_filter(SQUARE, 1.0)  # report: FG502 (scipy/)
        elif which == 1:
            scipy.ndimage.label(SQUARE)  # report: FG502 (scipy/)
        elif which == 2:
            scipy.ndimage.distance_transform_edt(SQUARE)  # report: FG502 (scipy/)
        elif which == 3:
            scipy.ndimage.binary_dilation(SQUARE)  # report: FG502 (scipy/)
        elif which == 4:
            scipy.signal.get_window("hann", 4)  # report: FG502 (scipy/)
        elif which == 5:
            scipy.signal.butter(2, 0.5)  # report: FG502 (scipy/)
        elif which == 6:
            scipy.signal.lfilter([1.0], [1.0], LINE)  # report: FG502 (scipy/)
        elif which == 7:
            scipy.signal.find_peaks(LINE)  # report: FG502 (scipy/)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in range(8)]
