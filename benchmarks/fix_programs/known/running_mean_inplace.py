"""The same, with an update in place."""

import torch
from torch import nn


class RunningNorm(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("updates", torch.zeros((), dtype=torch.long))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.detach().mean(dim=0)
        if mean.abs().max() < 10:
            self.running_mean.mul_(0.9).add_(mean, alpha=0.1)
            self.updates += 1
        return x - self.running_mean


def make():
    torch.manual_seed(0)
    return RunningNorm()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, 4),), (torch.randn(3, 4) * 100,)]
