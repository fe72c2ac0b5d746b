import operator

import numpy as np
import torch
from torch import nn


class Typed(nn.Module):
    def forward(self, x, how):
        place = x.argmax().item()  # break[default]: FG201
        x = x + 1
        if how == "float32":
            return x * np.float32(place)  # break[fullgraph]: FG202
        if how == "int64":
            return x * np.int64(place)  # break[fullgraph]: FG202
        found = operator.index(place)  # break[fullgraph]: FG202
        return x, found


def make():
    return Typed()


def inputs():
    return [(torch.tensor([1.0, 3.0, 2.0]), how) for how in ("float32", "int64", "index")]
