# fix: safe
import torch
from torch import nn
from torch import no_grad


class Scale(nn.Module):
    def forward(self, x):
        return self.scaled(x) + x  # break: FG607 (before 2.15)

    @no_grad()
    def scaled(self, x): # all of it
        if x.shape[0] == 2:
            return x * 2
        return x * 3


class Model(nn.Module):
    def forward(self, x):
        return Scale()(x + 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.ones(3, 4),)]
