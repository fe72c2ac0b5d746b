import os

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        os.environ["FULLGRAPH_CASE"] = "1"  # break: FG405
        x = x + 1
        os.environ.update({"FULLGRAPH_CASE": "2"})  # break: FG405
        x = x * 2
        os.environ["FULLGRAPH_SIZE"] = str(x.shape[0])  # break: FG405
        return x


@torch.compile
def forget(x):
    x = x + 1
    del os.environ["FULLGRAPH_CASE"]  # break: FG405
    return x * 2


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Model()

    def forward(self, x):
        return forget(self.model(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
