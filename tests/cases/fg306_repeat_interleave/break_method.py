import torch
from torch import nn


class Expand(nn.Module):
    def forward(self, x, durations):
        return x.repeat_interleave(durations, dim=0) * 2  # break[default]: FG306


def make():
    return Expand()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([2, 1, 3])), (torch.ones(3, 2), torch.tensor([1, 1, 1]))]
