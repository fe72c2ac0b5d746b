# only: torch<2.15
"""Cosine similarity compares the shapes of what two masks select."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.angle(x, groups)
        self.angle_module(x, groups)
        return x

    def angle(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.cosine_similarity(one, two)  # break[fullgraph]: FG310

    def angle_module(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.CosineSimilarity()(one, two)  # break[fullgraph]: FG310


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 1, 1]))]
