# fix: unsafe
import logging

import torch
from torch import nn

LOGGER = logging.getLogger(__name__)

MODEL_LOGGER = logging.getLogger("model")


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logger = LOGGER  # break: FG402
        if not torch.compiler.is_compiling():
            logger.info("a message")  # break: FG402
        x = x * 2
        if not torch.compiler.is_compiling():
            MODEL_LOGGER.debug("more")  # break: FG402
        other = LOGGER  # break: FG402
        if not torch.compiler.is_compiling():
            other.info("the same logger")  # break: FG402
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
