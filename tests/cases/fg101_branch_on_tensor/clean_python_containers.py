import torch
from torch import nn


class Pyramid(nn.Module):
    def __init__(self, levels=3):
        super().__init__()
        self.levels = nn.ModuleList(nn.Linear(4, 4) for _ in range(levels))
        self.skips = {0: "a", 2: "b"}

    def forward(self, x, extra=()):
        outs = []
        cache = {}
        for i, level in enumerate(self.levels):
            x = level(x)
            if i in self.skips:
                cache[self.skips[i]] = x
            if i % 2 == 0 or not outs:
                outs.append(x)
        if outs and len(outs) > 1:
            x = x + outs[0]
        if "a" in cache:
            x = x + cache["a"]
        if extra:
            x = x + extra[0]
        if cache.get("missing") is None:
            x = x * 2
        return x


def make():
    return Pyramid()


def inputs():
    x = torch.randn(2, 4)
    return [(x,), (x, (x, x))]
