# fix: unsafe
import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x, mask=None):
        if mask is None:
            if not torch.compiler.is_compiling():
                logger.warning("no mask given")  # break: FG402
        else:
            x = x * mask
        if not torch.compiler.is_compiling():
            logger.debug("x %s", x.shape)  # break: FG402
        return self.fc(x)


def make():
    return Net()


def inputs():
    return [(torch.ones(2, 3),), (torch.ones(2, 3), torch.ones(3))]
