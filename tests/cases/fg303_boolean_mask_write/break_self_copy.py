import torch
from torch import nn


class Scale(nn.Module):
    def forward(self, x, valid_mask):
        x = x.clone()
        x[valid_mask] = x[valid_mask] * 2  # break[default]: FG302
        x[~valid_mask] -= 1  # break[default]: FG303
        return x


def make():
    return Scale()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([[True, False], [False, True], [True, True]]))]
