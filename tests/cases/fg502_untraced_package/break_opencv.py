# only: cv2
import cv2
import numpy as np
import torch
from torch import nn

IMAGE = np.zeros((4, 4, 3), dtype=np.uint8)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        small = cv2.resize(IMAGE, (2, 2))  # break: FG502
        cv2.cvtColor(small, cv2.COLOR_BGR2RGB)  # break: FG502
        meter = cv2.TickMeter()  # break: FG502
        meter.start()  # break: FG502
        y = cv2.GaussianBlur(x.numpy(), (3, 3), 1.0)  # break: FG502
        return x + torch.from_numpy(y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
