# only: python<3.12, torch>=2.11
import contextlib

import torch
from torch import nn


class Kept(nn.Module):
    """The break comes later in the loop, in a context: it leaves the next turns to eager."""

    @contextlib.contextmanager
    def mode(self):
        self.on = True
        yield
        self.on = False

    def forward(self, x):
        found = []
        with self.mode():
            for _ in range(3):
                x = x * 0.5
                found = [torch.relu(one) for one in found]  # break[default]: FG511
                found.append(x)
                if x.sum() < 3:  # break: FG101
                    break
        return torch.stack(found).sum(0)


class Later(nn.Module):
    """The break is in all turns but the first."""

    def forward(self, x):
        found = []
        for turn in range(3):
            x = x * 0.5
            if turn > 0:
                if x.sum() < 3:  # break: FG101
                    break
            found = [torch.relu(one) for one in found]  # break[default]: FG511
            found.append(x)
        return torch.stack(found).sum(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Kept(), Later()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4) * size, way) for way in range(2) for size in (1.0, 3.0)]
