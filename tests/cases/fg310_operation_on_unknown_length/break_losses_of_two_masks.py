"""Losses compare the shapes of what two masks select."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.squared(x, groups)
        self.absolute(x, groups)
        self.smooth(x, groups)
        self.huber(x, groups)
        self.entropy(x, groups)
        self.probabilities(x, groups)
        self.squared_module(x, groups)
        self.absolute_module(x, groups)
        self.entropy_module(x, groups)
        return x

    def squared(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.mse_loss(one, two)  # break[fullgraph]: FG310

    def absolute(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.l1_loss(one, two)  # break[fullgraph]: FG310

    def smooth(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.smooth_l1_loss(one, two)  # break[fullgraph]: FG310

    def huber(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.huber_loss(one, two)  # break[fullgraph]: FG310

    def entropy(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.binary_cross_entropy_with_logits(one, two)  # break[fullgraph]: FG310

    def probabilities(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.functional.binary_cross_entropy(one, two)  # break[fullgraph]: FG310

    def squared_module(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.MSELoss()(one, two)  # break[fullgraph]: FG310

    def absolute_module(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.L1Loss()(one, two)  # break[fullgraph]: FG310

    def entropy_module(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 1]  # break[default]: FG302
        return nn.BCEWithLogitsLoss()(one, two)  # break[fullgraph]: FG310


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 1, 1]))]
