# fix: unsafe
import torch
from torch import nn


class Timestep(nn.Module):
    def forward(self, t: torch.Tensor) -> torch.Tensor:
        mean = t.mean()
        assert 0 <= mean
        assert mean <= 1000  # break: FG104
        return torch.sin(t)


def make():
    return Timestep()


def inputs():
    return [(torch.tensor([1.0, 500.0]),)]


def raising():
    return [(torch.tensor([-1.0, -5.0]),), (torch.tensor([1e4, 1e4]),)]
