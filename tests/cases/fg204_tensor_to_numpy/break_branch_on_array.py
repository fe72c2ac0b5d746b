import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        if np.isnan(x.detach().numpy()).any():  # break: FG101
            return x + 1
        x = x + 3
        if np.prod(x.shape) > 10:  # break: FG101
            return x
        return x.nan_to_num(1.0)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
