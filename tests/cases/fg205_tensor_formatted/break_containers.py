# only: torch>=2.13
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        text = str([x.sum(), x.mean()])  # break: FG205
        x = x * 2
        more = repr({"sum": x.sum()})  # break: FG205
        x = x + 1
        pair = str((x.shape, (1, x.max())))  # break: FG205
        return x, text, more, pair


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
