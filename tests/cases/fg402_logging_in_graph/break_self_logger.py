import logging

import torch
from torch import nn


class Trainer(nn.Module):
    def __init__(self, name="trainer"):
        super().__init__()
        self.logger = logging.getLogger(name)
        self.log = self.logger
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        y = self.fc(x)
        self.logger.info("fc %s", y.shape)  # break: FG402
        self.log.debug("loss")  # break: FG402
        return y.mean()


def make():
    return Trainer()


def inputs():
    return [(torch.ones(2, 3),)]
