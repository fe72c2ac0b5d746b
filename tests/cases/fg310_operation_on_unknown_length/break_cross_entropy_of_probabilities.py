"""The loss asks whether there is a row, where the targets are probabilities."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.scored(x, groups)
        self.module(x, groups)
        return x

    def scored(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        scores = x.float()[mask]  # break[default]: FG302
        return nn.functional.cross_entropy(scores, torch.softmax(scores, -1))  # break[fullgraph]: FG310

    def module(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        scores = x.float()[mask]  # break[default]: FG302
        return nn.CrossEntropyLoss()(scores, torch.softmax(scores, -1))  # break[fullgraph]: FG310


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
