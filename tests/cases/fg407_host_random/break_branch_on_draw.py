import random

import torch
from torch import nn


class LayerDrop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Identity(), nn.Identity()])
        self.layerdrop = 0.0

    def forward(self, x):
        if random.uniform(0, 1) < self.layerdrop:  # break: FG407
            x = x + 1
        return self.last(x)

    def last(self, x):
        chance = random.randint(1, 4)
        if x.shape[0] > 1 and chance > 5:  # break: FG407
            return x * 2
        return x


def make():
    return LayerDrop()


def inputs():
    return [(torch.ones(3),)]
