# fix: unsafe
import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Attention(nn.Module):
    """Messages that are all that their branch does: the test asks first whether code is compiled."""

    def __init__(self):
        super().__init__()
        self.warned = False

    def forward(self, x: torch.Tensor, mask=None) -> torch.Tensor:
        if not torch.compiler.is_compiling():
            if not self.warned:
                # only once
                logger.warning("deprecated")  # break: FG402
                self.warned = True
            if x.isnan().any():  # break: FG101
                logger.warning("not a number")  # break: FG402
            if mask is None or mask.shape[0] == 1:  # few
                logger.info("no mask")  # break: FG402
        return x * 2


def make():
    return Attention()


def inputs():
    return [(torch.ones(3),), (torch.ones(2), torch.ones(1)), (torch.tensor([1.0, float("nan")]),)]
