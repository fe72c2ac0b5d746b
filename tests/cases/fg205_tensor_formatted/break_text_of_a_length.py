"""The text of a number of selected rows."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.text(x, groups)
        return x

    def text(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return str(count)  # break[fullgraph]: FG205


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
