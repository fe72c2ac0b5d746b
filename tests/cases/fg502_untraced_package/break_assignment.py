"""The matching of detection losses."""

# only: scipy
import torch
from torch import nn

from scipy.optimize import linear_sum_assignment


class Matcher(nn.Module):
    def forward(self, x):
        costs = (x + 1)[None, None]
        pairs = [linear_sum_assignment(cost[i]) for i, cost in enumerate(costs)]  # break: FG502
        return torch.as_tensor(pairs[0][0])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.matcher = Matcher()

    def forward(self, x):
        rows = self.matcher(x)
        rows = rows + linear_sum_assignment(x.detach().cpu())[0][0]  # break: FG502
        return x + rows.sum()


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
