from logging import getLogger, info

import torch
from torch import nn

LOG = getLogger("net")


class Net(nn.Module):
    def forward(self, x):
        x = x.relu()
        info("relu")  # break: FG402
        x = x + 1
        LOG.warn("added")  # break: FG402
        return x


def make():
    return Net()


def inputs():
    return [(torch.ones(2),)]
