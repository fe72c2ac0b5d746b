"""What one mask selects has one length, whatever it is selected from."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.selected(x, groups)
        self.computed(x, groups)
        self.indexed(x, groups)
        self.itself(x, groups)
        return x

    def selected(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one = x[mask]  # break[default]: FG302
        two = groups[mask]  # break[default]: FG302
        if one.shape[0] == two.shape[0]:
            return one + two[:, None]
        return one

    def computed(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one = x[mask] + 1  # break[default]: FG302
        two = torch.zeros_like(one)
        if len(one) == len(two):
            return one + two
        return one

    def indexed(self, x: torch.Tensor, groups: torch.Tensor):
        rows = (groups > 0).nonzero().view(-1)  # break[default]: FG301
        one = x[rows]
        if one.shape[0] == rows.shape[0]:
            return one + 1
        return one

    def itself(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        if (one.shape[0], 1) == (one.shape[0], 1):
            return one + 1
        return one



def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
