import torch
from torch import nn


class Sampled(nn.Module):
    def __init__(self, seed):
        super().__init__()
        self.seed = seed

    def noise(self, x, generator=None):
        return x + torch.randn(x.shape, generator=generator)  # break: FG407

    def forward(self, x):
        generator = None if self.seed is None else torch.Generator().manual_seed(self.seed)  # break: FG407
        return self.noise(x, generator)


def make():
    return Sampled(3)


def inputs():
    return [(torch.ones(2, 3),), (torch.ones(2, 3),)]
