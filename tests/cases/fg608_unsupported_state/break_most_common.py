from collections import Counter

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        counts = Counter("abc")
        counts.most_common(1)  # break: FG608 (before 2.14)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
