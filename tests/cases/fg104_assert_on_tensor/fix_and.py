# fix: unsafe
import torch
from torch import nn


class UnitRange(nn.Module):
    def forward(self, image: torch.Tensor) -> torch.Tensor:
        assert image.min() >= 0 and image.max() <= 1, "not in [0, 1]"  # break: FG104
        return image * 2 - 1


def make():
    return UnitRange()


def inputs():
    return [(torch.full((2, 2), 0.5),)]


def raising():
    return [(torch.full((2, 2), -0.5),), (torch.full((2, 2), 1.5),)]
