# fix: unsafe
import logging

import torch
from torch import nn

LOGGER = logging.getLogger(__name__)


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not torch.compiler.is_compiling():
            logger = logging.getLogger(__name__)  # break: FG402
            logger.info("a message")  # break: FG402
        x = x * 2
        if not torch.compiler.is_compiling():
            logging.getLogger("model").debug("more")  # break: FG402
        other = LOGGER  # break: FG402
        if not torch.compiler.is_compiling():
            other.info("the same logger")  # break: FG402
        return x * 2 if other is None else x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
