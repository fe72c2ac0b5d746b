import sys

import torch
from torch import nn


class Warned(nn.Module):
    def forward(self, x):
        if x.shape[0] > 2:
            print("large batch", x.shape[0], file=sys.stderr, flush=True)  # break: FG401
        return x * 2


def make():
    return Warned()


def inputs():
    return [(torch.ones(4),), (torch.ones(2),)]
