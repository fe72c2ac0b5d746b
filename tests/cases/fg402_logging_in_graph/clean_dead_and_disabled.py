import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)
VERBOSE = False


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    @torch.compiler.disable
    def report(self):
        logger.info("parameters: %d", sum(p.numel() for p in self.parameters()))

    def forward(self, x, mask=None):
        if torch.jit.is_scripting():
            logger.info("scripting")
        if VERBOSE:
            logger.debug("input %s", x.shape)
        level = logging.INFO
        return self.fc(x) + level


def make():
    return Net()


def inputs():
    return [(torch.ones(1, 2),)]
