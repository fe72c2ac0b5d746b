# fix: unsafe
import numpy as np
import torch
from torch import nn


class Flattened(nn.Module):
    def forward(self, x: torch.Tensor):
        return torch.reshape(x, [x.shape[0], np.prod(x.shape[1:])])  # break: FG206


def make():
    return Flattened()


def inputs():
    return [(torch.arange(12.0).view(2, 3, 2).requires_grad_(),), (torch.arange(8.0).view(2, 2, 2).requires_grad_(),)]
