"""Methods that make an image of one of Pillow's lead to compiled code."""

# only: PIL
import torch
from torch import nn

from PIL import Image


class Model(nn.Module):
    def forward(self, x: torch.Tensor, image: Image.Image, which: int):
        x = x + 1
        if which == 0:
            image.convert("L")  # report: FG502 (PIL/Image.py)
        elif which == 1:
            image.resize((2, 2))  # report: FG502 (PIL/Image.py)
        elif which == 2:
            image.crop((0, 0, 2, 2))  # report: FG502 (PIL/Image.py)
        elif which == 3:
            image.transpose(Image.Transpose.ROTATE_90)  # report: FG502 (PIL/Image.py)
        else:
            image.copy()  # report: FG502 (PIL/Image.py)
        return x * 2


def make():
    return Model()


def inputs():
    image = Image.new("RGB", (6, 6), (1, 2, 3))
    return [(torch.ones(2, 4), image, which) for which in range(5)]
