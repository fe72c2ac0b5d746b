import bz2
import hmac
import itertools
import lzma
import statistics
import struct
import zipfile

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        list(itertools.combinations_with_replacement([1, 2], 2))  # break: FG510 (before 2.14)
        statistics.mean([1, 2])  # break: FG510
        statistics.stdev([1, 2])  # break: FG510
        hmac.new(b"a", b"b", "md5")  # break: FG510
        struct.calcsize("i")  # break: FG510
        zipfile.is_zipfile("a")  # break: FG510
        bz2.compress(b"a")  # break: FG510
        lzma.compress(b"a")  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
