# fix: safe
import torch
from torch import Tensor, nn


class Shrink(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.where(x.max() > 4, x * 0.5, x * 2.0)  # break: FG101


def make():
    return Shrink()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 8,)]
