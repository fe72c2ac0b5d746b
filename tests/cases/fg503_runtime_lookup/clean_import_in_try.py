"""Imports, in a ``try``, of what is there."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        try:
            import json
            from math import pi

            import torch.nn.functional as functional
        except ImportError:
            return x
        if x.shape[0] > 100:
            try:
                import package_that_nobody_wrote
            except ImportError:
                raise RuntimeError("this needs package_that_nobody_wrote") from None
            return package_that_nobody_wrote.run(x)
        return functional.relu(x) * pi + len(json.__name__)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
