import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        logger.debug("input %s", x.shape)  # break: FG402
        x = self.fc(x)
        logger.info("fc done")  # break: FG402
        logger.warning("norm %s", x.norm())  # break: FG402
        x = x + 1
        logger.error(f"sum {x.sum()}")  # break: FG402
        logger.critical("critical")  # break: FG402
        logger.log(logging.INFO, "level")  # break: FG402
        logger.exception("no exception")  # break: FG402
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3),)]
