# only: cuda
import torch
from torch import nn


class Marked(nn.Module):
    def forward(self, x):
        x = x.cuda() + 1
        with torch.cuda.nvtx.range("double"):  # break: FG411
            x = x * 2
        return x.cpu()


class Streamed(nn.Module):
    def __init__(self):
        super().__init__()
        self.stream = torch.cuda.Stream()

    def forward(self, x):
        x = x + 1
        with torch.cuda.StreamContext(self.stream):  # break: FG411
            x = x * 2
        return x


def make():
    return nn.Sequential(Marked(), Streamed())


def inputs():
    return [(torch.ones(3),)]
