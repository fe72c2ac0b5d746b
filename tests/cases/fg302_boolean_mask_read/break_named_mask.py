import torch
from torch import nn


class Loss(nn.Module):
    def forward(self, x, target, mask):
        error = x[mask] - target[mask]  # break[default]: FG302
        return error.square().mean()


def make():
    return Loss()


def inputs():
    return [(torch.ones(3), torch.zeros(3), torch.tensor([True, False, True]))]
