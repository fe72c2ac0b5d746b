import torch
from torch import nn


class Selector(nn.Module):
    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        x = x + 1
        if bool(keep.all()):  # break: FG101
            return x
        return x * keep


def make():
    return Selector()


def inputs():
    return [(torch.ones(3), torch.tensor([True, True, True])), (torch.ones(3), torch.tensor([True, False, True]))]
