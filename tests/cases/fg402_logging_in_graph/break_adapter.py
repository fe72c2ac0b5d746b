import logging

import torch
from torch import nn

log = logging.LoggerAdapter(logging.getLogger("rank"), {"rank": 0})


class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        log.info("added")  # break: FG402
        return x * 2


def make():
    return Net()


def inputs():
    return [(torch.ones(2),)]
