import bisect
import struct

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        struct.unpack_from("<B", b"abc", 1)  # break: FG510
        struct.iter_unpack("<B", b"abc")  # break: FG510
        struct.Struct("<B")  # break: FG510
        bisect.insort_right([1, 3], 2)  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
