import torch
from torch import nn


class Chosen(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        y = x + 1
        if mask == "all":  # break: FG101 (before 2.13)
            return y * 2
        return y * mask


def make():
    return Chosen()


def inputs():
    return [(torch.ones(3), torch.ones(3))]
