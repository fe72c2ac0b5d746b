import inspect
import sys

import torch
from torch import nn


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.made_in = inspect.stack()[0].function
        self.source = inspect.getsource(type(self)) if not sys.flags.ignore_environment else ""
        self.names = dir(self)
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        if not torch.compiler.is_compiling():
            sys._getframe()
            x = x + 0 * len(dir(self))
        return x + len(self.made_in)


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
