"""A list of a tensor whose length depends on data has no length while it is traced: no mode captures it."""

import torch
from torch import nn


class Chosen(nn.Module):
    def forward(self, x, mask):
        chosen = torch.nonzero(mask, as_tuple=True)[0]  # break[default]: FG301
        for index in chosen.tolist():  # break: FG203
            x = x + index
        return x


def make():
    return Chosen()


def inputs():
    return [(torch.ones(2, 4), torch.tensor([True, False, True]))]
