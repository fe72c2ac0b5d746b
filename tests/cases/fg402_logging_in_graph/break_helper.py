import logging

import torch
from torch import nn

_log = logging.getLogger("shapes")


def log_shape(name, x):
    _log.debug("%s: %s", name, tuple(x.shape))  # break: FG402


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        log_shape("in", x)
        return self.fc(x)


def make():
    return Net()


def inputs():
    return [(torch.ones(1, 2),)]
