# fix: unsafe
import logging

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logger = logging.getLogger(__name__)  # break: FG402
        logger.info("a message")  # break: FG402
        x = x * 2
        logging.getLogger("model").debug("more")  # break: FG402
        other = logging.getLogger(__name__)  # break: FG402
        other.info("the same logger")  # break: FG402
        return x * 2 if other is None else x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
