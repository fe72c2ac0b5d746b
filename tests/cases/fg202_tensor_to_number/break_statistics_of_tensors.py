"""Operations that look at the values before they compute."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = nn.GaussianNLLLoss()

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        self.covariance(x)
        self.method(x)
        self.correlation(x)
        self.likelihood(x, y)
        self.layer(x, y)
        return x + 1

    def covariance(self, x: torch.Tensor):
        return torch.cov(x)  # break: FG202

    def method(self, x: torch.Tensor):
        return x.cov()  # break: FG202

    def correlation(self, x: torch.Tensor):
        return x.corrcoef()  # break: FG202

    def likelihood(self, x: torch.Tensor, y: torch.Tensor):
        return nn.functional.gaussian_nll_loss(x, y, torch.ones_like(x))  # break: FG202

    def layer(self, x: torch.Tensor, y: torch.Tensor):
        return self.loss(x, y, torch.ones_like(x))  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.rand(3, 4))]
