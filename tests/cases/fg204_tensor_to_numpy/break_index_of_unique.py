import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, labels):
        _, first = np.unique(labels.numpy(), return_index=True)  # break: FG204
        return x[first].sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([0, 1, 1, 0])), (torch.randn(4, 8), torch.tensor([2, 2, 2, 0]))]
