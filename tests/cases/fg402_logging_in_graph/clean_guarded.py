import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


def is_torchdynamo_compiling():
    try:
        return torch.compiler.is_compiling()
    except AttributeError:
        return False


class Net(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling():
            logger.info("eager")
        if torch.compiler.is_compiling():
            x = x + 0
        else:
            logger.warning("eager %s", x)
        if not torch._dynamo.is_compiling() and x.shape[0] > 1:
            logging.info("eager")
        self.note(x)
        return x * 2

    def note(self, x):
        if torch.compiler.is_dynamo_compiling():
            return
        log = logging.getLogger("net")
        log.info("shape %s", x.shape)


def make():
    return Net()


def inputs():
    return [(torch.ones(3),), (torch.ones(1),)]
