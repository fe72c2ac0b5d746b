import random

import torch
from torch import nn


class LayerDrop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Identity(), nn.Identity()])
        self.layerdrop = 0.0

    def forward(self, x):
        x = x * 2
        for layer in self.layers:
            probability = random.uniform(0, 1)
            if self.training and (probability < self.layerdrop):  # break: FG407
                continue
            x = layer(x)
        return x


def make():
    return LayerDrop()


def inputs():
    return [(torch.ones(3),)]
