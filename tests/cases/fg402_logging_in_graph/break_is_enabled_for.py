import logging

import torch
from torch import nn

log = logging.getLogger("model")
log.setLevel(logging.DEBUG)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        if log.isEnabledFor(logging.DEBUG):  # break: FG402
            log.debug("x %s", x)  # break: FG402
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
