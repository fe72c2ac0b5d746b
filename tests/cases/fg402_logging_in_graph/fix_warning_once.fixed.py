# fix: unsafe
import functools
import logging

import torch
from torch import nn


@functools.lru_cache(None)
def warning_once(self, *args, **kwargs):
    self.warning(*args, **kwargs)


logging.Logger.warning_once = warning_once

logger = logging.getLogger("attention")


class Attention(nn.Module):
    def forward(self, q, k, output_attentions=False):
        if not torch.compiler.is_compiling() and output_attentions:
            logger.warning_once("attention weights are slow")  # break: FG402
        return (q @ k.transpose(-1, -2)).softmax(-1)


def make():
    logging.Logger.warning_once.cache_clear()
    return Attention()


def inputs():
    return [(torch.ones(2, 3), torch.ones(2, 3), True), (torch.ones(2, 3), torch.ones(2, 3), False)]
