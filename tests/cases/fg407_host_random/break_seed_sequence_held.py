"""A SeedSequence that a module holds, or that was handed over a break."""

import numpy as np
import torch
from torch import nn


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.seeds = np.random.SeedSequence(entropy=3, pool_size=8)

    def forward(self, x):
        return x + len(self.seeds.generate_state(2))  # break: FG407


class Made(nn.Module):
    def forward(self, x):
        seeds = np.random.SeedSequence(entropy=3)  # break: FG407
        return x + len(seeds.generate_state(2))  # break: FG407


class Spawned(nn.Module):
    def __init__(self):
        super().__init__()
        self.seeds = np.random.SeedSequence(entropy=3)

    def forward(self, x):
        return x + len(self.seeds.spawn(2))  # break: FG407


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Held(), Made(), Spawned()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
