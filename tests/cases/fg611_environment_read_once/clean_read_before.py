"""What is read when the object is made, and entries of os.environ that are set, on which there is a guard."""

# compare: gradients
import os

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fast = os.getenv("FULLGRAPH_CASE") == "1"

    def forward(self, x):
        x = x * int(os.environ["FULLGRAPH_OTHER"])
        if os.environ.get("FULLGRAPH_OTHER", "0") == "2":
            x = x + 1
        return x * 3 if self.fast else x * 2


def make():
    os.environ["FULLGRAPH_CASE"] = "1"
    os.environ["FULLGRAPH_OTHER"] = "7"
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3),)]


def before(index):
    os.environ["FULLGRAPH_CASE"] = str(index)
    os.environ["FULLGRAPH_OTHER"] = str(index + 1)
