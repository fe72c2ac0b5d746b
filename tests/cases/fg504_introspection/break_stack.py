import inspect
import sys

import torch
from torch import nn


def caller():
    return inspect.stack()[0].function  # break: FG504


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        x = x + 0 * len(caller())
        frame = inspect.currentframe()  # break: FG504
        x = x + 0 * (frame is None)
        name = sys._getframe().f_code.co_filename  # break: FG504
        return x + 0 * len(name)


def make():
    return Named()


def inputs():
    return [(torch.ones(2, 4),)]
