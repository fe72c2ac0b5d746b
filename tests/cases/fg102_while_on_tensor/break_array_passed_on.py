import numpy as np
import torch
from torch import nn


def lowered(cost, limit):
    cost = cost.copy()
    while cost.size and cost.max() > limit:  # break: FG102
        cost[:] = 0
    return cost


def raised(cost: np.ndarray, limit):
    return cost + limit


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        costs = raised(x.numpy(), 1)
        return torch.from_numpy(lowered(costs, 1.5))


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 4),)]
