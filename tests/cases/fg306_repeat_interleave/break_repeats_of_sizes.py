import torch
from torch import nn


class PerRow(nn.Module):
    def forward(self, x, counts: torch.Tensor):
        repeats = (counts + 1).clamp(max=3)
        wide = torch.repeat_interleave(x, repeats, 0)  # break[default]: FG306
        return wide.mean(0)


def make():
    return PerRow()


def inputs():
    return [(torch.ones(2, 2), torch.tensor([1, 5]))]
