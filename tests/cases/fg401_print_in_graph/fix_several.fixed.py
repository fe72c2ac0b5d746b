# fix: unsafe
import sys

import torch
import torch.nn as nn


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def forward(self, x):
        if not torch.compiler.is_compiling():
            print("input", x.shape)  # break: FG401
            print(f"sum {x.sum():.2f}", file=sys.stderr)  # break: FG401
        x = self.conv(x)
        if not torch.compiler.is_compiling() and x.shape[0] > 1:
            print(  # break: FG401
                "batch",
                x.shape[0],
            )
        return x.flatten(1)


def make():
    return ConvNet()


def inputs():
    return [(torch.randn(1, 1, 4, 4),), (torch.randn(2, 1, 4, 4),)]
