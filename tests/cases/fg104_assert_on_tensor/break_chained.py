import torch
from torch import nn


class Timestep(nn.Module):
    def forward(self, t):
        t = t + 0
        assert 0 <= t.min() <= 1000, "timestep out of range"  # break: FG104
        return torch.sin(t)


def make():
    return Timestep()


def inputs():
    return [(torch.tensor([1.0, 500.0]),)]
