# fix: unsafe
import gc
import sys

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        sys.stdout.write("doubled\n")  # break: FG405
        print("and")  # break: FG401
        x = x + 1
        gc.collect()  # break: FG405
        return x.relu()


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
