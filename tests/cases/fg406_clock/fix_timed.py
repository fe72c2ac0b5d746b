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
        self.first = nn.Linear(3, 3)
        self.second = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        start = time.perf_counter()  # break: FG406
        x = self.first(x)
        between = time.perf_counter()  # break: FG406
        x = self.second(x)
        end = time.perf_counter()  # break: FG406
        logger.info("%.4f s and %.4f s", between - start, end - between)  # break: FG402
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
