# fix: unsafe
import logging
import time

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Model(nn.Module):
    """Readings of the clock of which only messages are made."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        eager = not torch.compiler.is_compiling()
        if eager:
            start = time.perf_counter()  # break: FG406
        for layer in self.layers:
            if eager:
                begin = time.perf_counter()  # break: FG406
            x = layer(x)
            if eager:
                logger.debug("layer: %.4f s", time.perf_counter() - begin)  # break: FG402, FG406
        if eager:
            logger.info("all: %.4f s", time.perf_counter() - start)  # break: FG402, FG406
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
