"""What a function of OpenCV gives is an array, which the rest of the function reads."""

# only: cv2
import numpy as np
import torch
from torch import nn

import cv2


class Components(nn.Module):
    def forward(self, heat: torch.Tensor):
        score = (heat.numpy() > 0.5).astype(np.uint8)
        _, labels, statistics, _ = cv2.connectedComponentsWithStats(score)  # break: FG502
        if statistics[1, 4] < 10:  # break: FG101
            return heat + 1
        return heat + torch.from_numpy(labels)


class Dilated(nn.Module):
    def forward(self, heat: torch.Tensor):
        image = cv2.dilate(heat.numpy(), np.ones((3, 3), np.uint8))  # break: FG502
        if image[1, 0] < 0.5:  # break: FG101
            return heat + 1
        return heat


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Components(), Dilated()])

    def forward(self, heat: torch.Tensor, way: int):
        return self.ways[way](heat)


def make():
    return Model()


def inputs():
    heat = torch.zeros(6, 6)
    heat[1:3, 1:4] = 1
    return [(heat, way) for way in range(2)]
