import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * int(np.prod(x.shape))  # break[default]: FG202
        return x + float(np.max(x.detach().numpy()))  # break[default]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
