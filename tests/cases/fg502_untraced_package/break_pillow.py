"""Pillow's functions are entered, and break inside."""

# only: PIL
import io

import numpy as np
import torch
from torch import nn

from PIL import Image

ARRAY = np.zeros((2, 2), dtype=np.uint8)
FILE = io.BytesIO()
Image.new("RGB", (4, 4)).save(FILE, "PNG")


class Model(nn.Module):
    def forward(self, x, which: int):
        x = x + 1
        if which == 0:
            Image.new("RGB", (4, 4))  # report: FG502 (PIL/Image.py)
        elif which == 1:
            Image.fromarray(ARRAY)  # report: FG502 (PIL/Image.py)
        else:
            Image.open(FILE)  # report: FG502 (PIL/Image.py)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), which) for which in range(3)]
