import collections

import torch
from torch import nn


KNOWN = {}


class Model(nn.Module):
    def forward(self, x):
        known = KNOWN.get(type(x))
        if known is None:
            KNOWN[type(x)] = known = hasattr(type(x), "to") and hasattr(x, "to")
        out = collections.defaultdict(list)
        out["x"].append(x)
        out["x"].append(x + 1)
        return torch.stack(out["x"]) if known else x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
