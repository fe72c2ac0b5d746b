import warnings

import torch
from torch import nn


class Quiet(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # break: FG403
            return self.layer(x)


def make():
    return Quiet()


def inputs():
    return [(torch.ones(3, 2),)]
