import torch
from torch import nn


class Optional(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        y = x + 1
        if mask == None:  # break: FG101 (before 2.13)
            return y
        return y * mask


def make():
    return Optional()


def inputs():
    return [(torch.ones(3), torch.ones(3))]
