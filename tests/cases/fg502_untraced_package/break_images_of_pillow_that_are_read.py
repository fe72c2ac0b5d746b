"""Methods that read or write an image of Pillow's lead to compiled code, and arrays are not made of images."""

# only: PIL
import numpy as np
import torch
from torch import nn

from PIL import Image


class Read(nn.Module):
    def forward(self, x: torch.Tensor, image: Image.Image, which: int):
        x = x + image.width
        if which == 0:
            image.split()  # report: FG502 (PIL/Image.py)
        elif which == 1:
            image.tobytes()  # report: FG502 (PIL/Image.py)
        elif which == 2:
            image.getpixel((0, 0))  # report: FG502 (PIL/Image.py)
        else:
            x = x + torch.from_numpy(np.array(image)).sum()  # break: FG502
        return x * 2


class Written(nn.Module):
    def forward(self, x: torch.Tensor, image: Image.Image, which: int):
        x = x + 1
        if which == 0:
            image.paste(0, (0, 0, 2, 2))  # report: FG502 (PIL/Image.py)
        elif which == 1:
            image.thumbnail((2, 2))  # report: FG502 (PIL/Image.py)
        elif which == 2:
            image.point([0] * 768)  # report: FG502 (PIL/Image.py)
        else:
            image.rotate(45)  # report: FG502 (PIL/Image.py)
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Read(), Written()])

    def forward(self, x: torch.Tensor, image: Image.Image, way: int, which: int):
        return self.ways[way](x, image, which)


def make():
    return Model()


def inputs():
    image = Image.new("RGB", (6, 6), (1, 2, 3))
    return [(torch.ones(2, 4), image, way, which) for way in range(2) for which in range(4)]
