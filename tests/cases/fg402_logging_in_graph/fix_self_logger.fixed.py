# fix: unsafe
import logging

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.logger = logging.getLogger("net")

    def forward(self, x):
        y = x.relu()
        if not torch.compiler.is_compiling():
            self.logger.info(  # break: FG402
                "relu %s",
                y.shape,
            )
        return y


def make():
    return Net()


def inputs():
    return [(torch.ones(3),)]
