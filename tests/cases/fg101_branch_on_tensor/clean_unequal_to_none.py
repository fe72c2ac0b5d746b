import torch
from torch import nn


class Optional(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        y = x + 1
        if mask != None:
            y = y * mask
        if None == mask or "all" == mask:
            y = y * 2
        return y if None != mask and mask != "all" else y * 3


def make():
    return Optional()


def inputs():
    return [(torch.ones(3), torch.ones(3))]
