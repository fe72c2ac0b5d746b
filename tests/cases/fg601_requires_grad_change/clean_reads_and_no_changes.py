"""Reading ``requires_grad``, and setting it to what it is."""

import torch
from torch import nn


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.frozen = nn.Linear(4, 4).requires_grad_(False)
        for parameter in self.frozen.parameters():
            parameter.requires_grad = False
        self.scale = nn.Parameter(torch.ones(4), requires_grad=True)

    def forward(self, x):
        if x.requires_grad or not self.scale.requires_grad:
            x = x * 2
        y = self.layer(x)
        y.requires_grad_()
        self.layer.requires_grad_(True)
        self.scale.requires_grad_(True)
        bias = torch.zeros(4, requires_grad=False)
        return self.frozen(y).detach() + y * self.scale + bias


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
