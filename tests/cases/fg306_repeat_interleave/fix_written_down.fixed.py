# fix: safe
import torch
from torch import nn


class Spread(nn.Module):
    def forward(self, x: torch.Tensor):
        y = x.repeat_interleave(torch.tensor([2, 0, 3]), dim=0, output_size=5)  # break[default]: FG306
        return y, torch.repeat_interleave(x, torch.tensor([1, 4, 1]), 0, output_size=6)  # break[default]: FG306


def make():
    return Spread()


def inputs():
    return [(torch.randn(3, 2, requires_grad=True),) for _ in range(2)]
