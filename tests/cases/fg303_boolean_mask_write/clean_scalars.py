import torch
from torch import nn


class Fill(nn.Module):
    def forward(self, x, mask):
        x = x.clone()
        x[mask] = 0
        x[x > 3] = float("inf")
        x[~mask] = x.sum()
        x[mask] = x.shape[0]
        x[torch.isnan(x)] = 0.0
        kept = torch.ones_like(x, dtype=torch.bool)
        kept[mask] = False
        return torch.where(kept, x, -x)


def make():
    return Fill()


def inputs():
    return [(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([True, False, False]))]
