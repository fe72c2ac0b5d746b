# fix: unsafe
# only: cuda
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling():
            torch.cuda.nvtx.range_push("scale")  # break: FG409
        x = x * 2
        if not torch.compiler.is_compiling():
            torch.cuda.nvtx.range_pop()  # break: FG409
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
