"""Functions of torchvision that are given an image of Pillow's."""

# only: PIL, torchvision
import torch
import torchvision.transforms.functional as F
from torch import nn

from PIL import Image


class Model(nn.Module):
    def forward(self, x: torch.Tensor, image: Image.Image, which: int):
        width, height = F.get_image_size(image)
        x = x + width * height
        if which == 0:
            F.resize(image, [2, 2])  # report: FG502 (PIL/Image.py)
        elif which == 1:
            F.hflip(image)  # report: FG502 (PIL/Image.py)
        elif which == 2:
            F.crop(image, 0, 0, 2, 2)  # report: FG502 (PIL/Image.py)
        else:
            x = x + F.to_tensor(image).sum()  # report: FG502 (torchvision/transforms/functional.py)
        return x * 2


def make():
    return Model()


def inputs():
    image = Image.new("RGB", (6, 6), (1, 2, 3))
    return [(torch.ones(2, 4), image, which) for which in range(4)]
