import torch
from torch import nn


class M(nn.Module):
    def __init__(self, n):
        super().__init__()
        layers = []
        for i in range(n):
            layers.append(nn.Linear(3, 3))
        self.layers = nn.ModuleList(layers)
        self.seq = nn.Sequential(*layers)
    def forward(self, x):
        for i, l in enumerate(self.layers):
            x = l(x)
        if x.mean() > 0:  # hit
            x = x + 1
        y = self.seq(x)
        if y.mean() > 0:  # hit
            x = x + 1
        for j in range(len(self.layers)):
            z = self.layers[j](x)
        if z.mean() > 0:  # hit
            x = x + 1
        return x
