import gc

import torch
from torch import nn

SEEN = {}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        gc.collect()  # break: FG405
        x = x * 2
        gc.disable()  # break: FG405
        x = x + 1
        SEEN["enabled"] = gc.isenabled()  # break: FG405
        x = x * 2
        gc.enable()  # break: FG405
        x = x + 1
        gc.freeze()  # break: FG405
        x = x * 2
        gc.get_objects()  # break: FG405
        x = x + 1
        SEEN["count"] = gc.get_count()  # break: FG405
        x = x * 2
        SEEN["stats"] = gc.get_stats()  # break: FG405
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
