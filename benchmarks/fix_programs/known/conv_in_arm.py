"""A convolution in one arm, an interpolation in the other."""

import torch
import torch.nn.functional as F
from torch import nn


class Resize(nn.Module):
    def __init__(self):
        super().__init__()
        self.sharpen = nn.Conv2d(1, 1, 3, padding=1)

    def forward(self, img: torch.Tensor) -> torch.Tensor:
        contrast = img.std()
        if contrast < 0.5:
            out = self.sharpen(img)
        else:
            out = F.avg_pool2d(img, 3, stride=1, padding=1)
        return out.clamp(0, 1)


def make():
    torch.manual_seed(0)
    return Resize()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(1, 1, 4, 4) * 9,), (torch.rand(1, 1, 4, 4) * 0.1,)]
