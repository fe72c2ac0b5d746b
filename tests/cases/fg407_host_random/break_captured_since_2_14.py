import random

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.drawn = {}

    def forward(self, x):
        y = x * random.random()  # break: FG407 (before 2.14)
        x = x + 1
        order = [0, 1]
        random.shuffle(order)  # break: FG407 (before 2.14)
        x = x * 2
        self.drawn["sample"] = random.sample([1, 2, 3], 2)  # break: FG407 (before 2.14)
        x = x + 1
        random.seed(0)  # break: FG407 (before 2.14)
        return x * y.numel()


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
