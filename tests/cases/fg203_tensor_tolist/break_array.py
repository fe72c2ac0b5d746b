import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * sum(lengths.numpy().tolist())  # break[default]: FG203
        return x + sum(np.array([1, 2]).tolist())  # break[default]: FG203


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
