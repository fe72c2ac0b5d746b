import torch
from torch import nn


def safe_div(a, b):
    denominator = b if (b != 0).all() else b + 1e-6  # break: FG103
    return a / denominator


class Ratio(nn.Module):
    def forward(self, a, b):
        return safe_div(a.float(), b.float()).mean()


def make():
    return Ratio()


def inputs():
    return [(torch.ones(2), torch.ones(2)), (torch.ones(2), torch.zeros(2))]
