import random

import numpy as np
import torch
from torch import nn

random.seed(0)
CHOICE = random.choice([1, 2])
GENERATOR = random.Random(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = random.random()
        self.noise = torch.randn(3, generator=torch.Generator().manual_seed(0))
        self.random = {"choice": 3}

    def forward(self, x, generator=None):
        x = x * random.uniform(1, 1)
        x = x + random.randint(3, 3)
        x = x + random.randrange(2, 3)
        x = x * GENERATOR.uniform(1, 1)
        x = x + torch.full((3,), random.randint(2, 2))
        x = x + 0 * torch.from_numpy(np.random.rand(3)) + 0 * torch.from_numpy(np.random.normal(0, 1, 3))
        x = x + 0 * torch.from_numpy(np.random.uniform(size=(3,)))
        x = x + 0 * torch.from_numpy(np.random.randint(0, 5, size=3))
        x = x + 0 * torch.rand(3, generator=generator) + 0 * torch.randn_like(x)
        x = nn.functional.dropout(x, 0.0) + torch.bernoulli(torch.zeros(3))
        return x + self.random["choice"] + self.scale * 0 + self.noise * CHOICE


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    return [(torch.ones(3),)]
