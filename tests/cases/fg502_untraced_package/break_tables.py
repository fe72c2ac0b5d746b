# only: xarray, tabulate
import tabulate
import torch
from torch import nn

import xarray as xr


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        xr.DataArray([1, 2])  # break: FG502
        tabulate.tabulate([[1]])  # break: FG502
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
