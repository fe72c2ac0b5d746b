"""The pattern of transformers: a method that the library adds to every Logger."""

import functools
import logging

import torch
from torch import nn


@functools.lru_cache(None)
def warning_once(self, *args, **kwargs):
    self.warning(*args, **kwargs)


logging.Logger.warning_once = warning_once

logger = logging.getLogger(__name__)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(4, 12)

    def forward(self, x, output_attentions=False):
        if output_attentions:
            logger.warning_once("attention weights are slow")  # break: FG402
        q, k, v = self.qkv(x).chunk(3, -1)
        return (q @ k.transpose(-1, -2)).softmax(-1) @ v


def make():
    return Attention()


def inputs():
    return [(torch.randn(1, 2, 4), True), (torch.randn(1, 2, 4), False)]
