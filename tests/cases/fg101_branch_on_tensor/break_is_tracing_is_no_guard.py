import torch
from torch import nn


class Positions(nn.Module):
    def forward(self, ids):
        if not torch.jit.is_tracing() and ids.max() > 3:  # break: FG101
            ids = ids.clamp(max=3)
        return ids * 2


def make():
    return Positions()


def inputs():
    return [(torch.tensor([1, 5]),), (torch.tensor([1, 2]),)]
