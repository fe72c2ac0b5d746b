# fix: unsafe
import logging

import torch


@torch.compile
def step(x):
    x = x * 2
    if not torch.compiler.is_compiling():
        logging.info("doubled %d", x.shape[0])  # break: FG402
    return x + 1


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
