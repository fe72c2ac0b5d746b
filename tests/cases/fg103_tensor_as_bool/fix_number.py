# fix: unsafe
import torch
from torch import nn


class Normalize(nn.Module):
    """The range of an image is guessed from its values."""

    def forward(self, image: torch.Tensor):
        scale = 1.0 if image.max() <= 1 else 1 / 255  # break: FG103
        total = image.sum()
        return image * scale - (image / total if total > 0 else image)  # break: FG103


def make():
    return Normalize()


def inputs():
    return [(torch.rand(3, 4),), (torch.rand(3, 4) * 255,), (torch.zeros(3, 4),), (-torch.rand(3, 4),)]
