import torch
from torch import nn


class Verbose(nn.Module):
    def __init__(self, verbose=False):
        super().__init__()
        self.verbose = verbose
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        if self.verbose:
            print("forward", x.dtype)  # break: FG401
        return self.fc(x)


def make():
    return Verbose(verbose=True)


def inputs():
    return [(torch.ones(1, 3),)]
