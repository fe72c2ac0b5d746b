import torch
from torch import nn


class LayerScale(nn.Module):
    def __init__(self, dim=4, init=0.0):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), init))
        self.alpha = nn.Parameter(torch.tensor(1.0))

    def forward(self, x):
        x = x + 1
        if self.alpha > 0:  # break: FG101
            x = x * self.gamma
        return x


def make():
    return LayerScale()


def inputs():
    return [(torch.ones(2, 4),)]
