import torch
from torch import nn


class SafeLog(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not (x > 0).all():  # break: FG101
            raise ValueError("log of a number that is not positive")
        return x.log()


def make():
    return SafeLog()


def inputs():
    return [(torch.tensor([1.0, 2.0]),)]


def raising():
    return [(torch.tensor([1.0, -2.0]),)]
