import torch
from torch import nn


class Sobol(nn.Module):
    def __init__(self):
        super().__init__()
        self.engine = torch.quasirandom.SobolEngine(1)

    def forward(self, x):
        x = x + 1
        points = self.engine.draw(3)  # break: FG407
        x = x * 2
        engine = torch.quasirandom.SobolEngine(1)  # break: FG407
        return x, points.shape[0], engine is None


def make():
    return Sobol()


def inputs():
    return [(torch.ones(3),)]
