import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * np.allclose(x.detach().numpy(), 0.0)  # break: FG204
        x = x + np.ndim(x.detach().numpy())  # break: FG204
        x = x + np.isscalar(x.shape[0])  # break: FG204
        return x + np.size(x.detach().numpy())  # break: FG204


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
