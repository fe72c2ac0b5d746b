import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, how):
        count = x.sum().item()  # break[default]: FG201
        x = x + 1
        if how == "divisor":
            return x * math.gcd(count, 4)  # break: FG202
        if how == "root":
            return x * math.isqrt(count)  # break: FG202
        return x * math.comb(count, 2)  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.arange(2, 6) + n, how) for how in ("divisor", "root", "pairs") for n in range(3)]
