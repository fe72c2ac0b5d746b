import os

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        if os.getenv("FULLGRAPH_CASE", "2") == "0":  # differs: FG611
            return x * 3
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3),)]


def before(index):
    os.environ["FULLGRAPH_CASE"] = str(index)
