import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        steps = np.interp(x.detach().numpy()[0], np.arange(3.0), np.arange(3.0))  # break: FG204
        x = x + torch.from_numpy(steps)
        bins = np.digitize(x.detach().numpy(), np.array([0.0, 1.0]))  # break: FG204
        x = x + torch.from_numpy(bins)
        chosen = np.isin(x.detach().numpy(), [1.0])  # break: FG204
        return x * torch.from_numpy(chosen)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
