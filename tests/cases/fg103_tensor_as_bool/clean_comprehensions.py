import torch
from torch import nn


class MultiScale(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleDict({"a": nn.Linear(3, 3), "b": nn.Linear(3, 1), "c": nn.Identity()})
        self.skip = {"c"}

    def forward(self, features, auxiliary=None):
        outs = [head(features) for name, head in self.heads.items() if name not in self.skip]
        wide = [o for o in outs if o.shape[-1] > 1]
        given = [t for t in (features, auxiliary) if t is not None]
        named = {name: o for name, o in zip("ab", outs) if o is not features}
        return torch.cat(wide + given, -1), named


def make():
    return MultiScale()


def inputs():
    x = torch.randn(2, 3)
    return [(x,), (x, x)]
