# fix: unsafe
# only: cuda
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        torch.cuda.nvtx.range_push("scale")  # break: FG409
        x = x * 2
        torch.cuda.nvtx.range_pop()  # break: FG409
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
