import logging

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        logging.debug("in")  # break: FG402
        x = x * 2
        logging.info("doubled %d", x.shape[0])  # break: FG402
        x = x + 1
        logging.warning("added")  # break: FG402
        logging.error("shape %s", tuple(x.shape))  # break: FG402
        x = x.relu()
        logging.critical("relu")  # break: FG402
        logging.exception("nothing")  # break: FG402
        logging.log(logging.INFO, "out")  # break: FG402
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
