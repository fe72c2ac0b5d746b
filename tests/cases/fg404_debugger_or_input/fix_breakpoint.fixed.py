# fix: unsafe
import sys

import torch
from torch import nn


@torch.compiler.disable
def stop(*arguments, **options):
    print("stopped")


sys.breakpointhook = stop


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        if not torch.compiler.is_compiling():
            breakpoint()  # break: FG404
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
