import torch
from torch import nn


def select(values, kept):
    return torch.masked_select(input=values, mask=kept)  # break[default]: FG304


class Loss(nn.Module):
    def forward(self, x, y):
        return select((x - y).abs(), y > 0).sum()


def make():
    return Loss()


def inputs():
    return [(torch.ones(3), torch.tensor([1.0, -1.0, 2.0]))]
