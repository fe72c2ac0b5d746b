import numpy as np
import torch
from torch import nn


class Draws(nn.Module):
    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng(0)
        self.old = np.random.RandomState(0)
        self.drawn = {}

    def forward(self, x):
        self.drawn["random"] = self.rng.random()  # break: FG407
        x = x + 1
        self.drawn["normal"] = self.rng.normal(size=3)  # break: FG407
        x = x * 2
        self.drawn["uniform"] = self.rng.uniform()  # break: FG407
        x = x + 1
        self.drawn["integers"] = self.rng.integers(0, 5)  # break: FG407
        x = x * 2
        self.drawn["choice"] = self.rng.choice([1, 2])  # break: FG407
        x = x + 1
        self.drawn["permutation"] = self.rng.permutation(3)  # break: FG407
        x = x * 2
        self.rng.shuffle([1, 2])  # break: FG407
        x = x + 1
        self.drawn["standard_normal"] = self.rng.standard_normal(3)  # break: FG407
        return self.with_old(x)

    def with_old(self, x):
        self.drawn["rand"] = self.old.rand(3)  # break: FG407
        x = x + 1
        self.drawn["randn"] = self.old.randn()  # break: FG407
        x = x * 2
        self.drawn["randint"] = self.old.randint(5)  # break: FG407
        x = x + 1
        self.drawn["old normal"] = self.old.normal()  # break: FG407
        x = x * 2
        self.drawn["old uniform"] = self.old.uniform()  # break: FG407
        x = x + 1
        self.drawn["old choice"] = self.old.choice([1, 2])  # break: FG407
        x = x * 2
        self.drawn["old permutation"] = self.old.permutation(3)  # break: FG407
        x = x + 1
        self.old.shuffle([1, 2])  # break: FG407
        x = x * 2
        self.drawn["random_sample"] = self.old.random_sample()  # break: FG407
        x = x + 1
        self.drawn["made"] = np.random.default_rng(1)  # break: FG407
        x = x * 2
        self.drawn["made old"] = np.random.RandomState(1)  # break: FG407
        return x


def make():
    return Draws()


def inputs():
    return [(torch.ones(3),)]
