"""Losses of what one mask selects."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.squared(x, groups)
        self.absolute(x, groups)
        self.entropy(x, groups)
        self.angle(x, groups)
        self.made(x, groups)
        self.distance(x, groups)
        self.cast(x, groups)
        self.pooled(x, groups)
        return x

    def squared(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.functional.mse_loss(one, two)

    def absolute(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.L1Loss()(one, two)

    def entropy(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.functional.binary_cross_entropy_with_logits(one, two)

    def angle(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.functional.cosine_similarity(one, two)

    def made(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.functional.mse_loss(one, torch.zeros_like(one))

    def distance(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask]  # break[default]: FG302
        return nn.functional.pairwise_distance(one, two)

    def cast(self, x: torch.Tensor, groups: torch.Tensor):
        mask = groups > 0
        one, two = x[mask], (x + 1)[mask.bool()]  # break[default]: FG302
        three = x[mask.to(x.device)]  # break[default]: FG302
        return nn.functional.mse_loss(one, two) + nn.functional.l1_loss(two, three)

    def pooled(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        return nn.functional.max_pool1d(rows[:, None], 2)



def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
