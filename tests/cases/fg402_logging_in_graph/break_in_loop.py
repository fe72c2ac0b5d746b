import logging

import torch
from torch import nn

logger = logging.getLogger("stack")


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 2), nn.ReLU())

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            logger.debug("layer %d", i)  # break: FG402
            x = layer(x)
        return x


def make():
    return Stack()


def inputs():
    return [(torch.ones(1, 2),)]
