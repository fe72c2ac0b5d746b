import torch
from torch import nn


class Lengths(nn.Module):
    def forward(self, counts):
        ends = torch.repeat_interleave(counts, counts).cumsum(0)  # break[default]: FG306
        return torch.diff(ends, dim=0)  # break[fullgraph]: FG310


def make():
    return Lengths()


def inputs():
    return [(torch.tensor([2, 1, 3]),)]
