# fix: unsafe
import torch
from torch import nn


class NoNaN(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert not torch.isnan(x).any(), "NaN in the input"  # break: FG104
        return x + 1


def make():
    return NoNaN()


def inputs():
    return [(torch.ones(3),)]


def raising():
    return [(torch.tensor([1.0, float("nan"), 1.0]),)]
