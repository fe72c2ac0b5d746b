import torch
from torch import nn


class Containers(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = {True: 2.0, False: 1.0}
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Identity()])

    def forward(self, x):
        large = x.shape[0] > 2
        return self.layers[0](x) * self.scales[large] * {"mask": 2.0}["mask"]


def make():
    return Containers()


def inputs():
    return [(torch.ones(2, 2),), (torch.ones(3, 2),)]
