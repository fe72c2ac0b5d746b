import logging

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        log = logging.getLogger("model")  # break: FG402
        x = x * 2
        log.info("local")  # break: FG402
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
