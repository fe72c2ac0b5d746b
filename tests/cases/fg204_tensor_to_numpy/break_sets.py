import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        rest = np.setdiff1d(lengths.numpy(), np.array([3]))  # break: FG204
        x = x + torch.from_numpy(rest).sum()
        both = np.union1d(lengths.numpy(), np.array([3]))  # break: FG204
        return x + torch.from_numpy(both).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
