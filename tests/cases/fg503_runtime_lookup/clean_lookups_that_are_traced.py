"""Python's own ways to choose by name, all of which TorchDynamo traces."""

import math
import re
import sys

import torch
import torch.nn.functional as F
from torch import nn

REGISTRY = {}


def register(name):
    def decorate(function):
        REGISTRY[name] = function
        return function

    return decorate


@register("double")
def double(x):
    return x * 2


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.kind = "gelu"
        self.stage0 = nn.Linear(4, 4)
        self.stage1 = nn.Linear(4, 4)
        self.by_type = {torch.Tensor: double, int: abs}

    def forward(self, x):
        for i in range(2):
            x = getattr(self, f"stage{i}")(x)
        x = getattr(F, self.kind)(x)
        x = REGISTRY["double"](x)
        x = self.by_type[type(x)](x)
        x = x * getattr(math, "pi") + getattr(self, "missing", 0)
        if re.match(r"ge.u", self.kind) and "math" in sys.modules:
            x = x + sys.modules["math"].e
        import string
        from collections import OrderedDict

        sizes = OrderedDict(a=len(string.digits))
        return x * sizes["a"]


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
