"""An integer that is given, compared with a size, is known under ``fullgraph=True``; a shape is no tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        self.equal(x, n)
        self.more(x, n)
        return self.shape(x, n)

    def equal(self, x: torch.Tensor, n: torch.Tensor):
        if n.item() == x.size(0):  # break[default]: FG101
            return x + 1
        return x

    def more(self, x: torch.Tensor, n: torch.Tensor):
        if int(n) > x.shape[0]:  # break[default]: FG101
            return x + 1
        return x

    def shape(self, x: torch.Tensor, n: torch.Tensor):
        if x.shape == n:
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor(3))]
