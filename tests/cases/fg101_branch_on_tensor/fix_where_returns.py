# fix: safe
import torch
from torch import Tensor, nn


class Shrink(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if x.max() > 4:  # break: FG101
            return x * 0.5
        return x * 2.0


def make():
    return Shrink()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 8,)]
