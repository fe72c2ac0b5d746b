import torch
from torch import nn


class M(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.heads = nn.ModuleDict({k: nn.Linear(3, 3) for k in names})
    def forward(self, x):
        out = {}
        for name, head in self.heads.items():
            out[name] = head(x)
        if out["a"].mean() > 0:  # hit
            return out
        return x
