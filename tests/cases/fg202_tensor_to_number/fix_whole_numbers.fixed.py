# fix: unsafe
import torch
from torch import nn


class Steps(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        y = y.detach()
        return x * y.abs().max().long() + x * y.sum().detach()  # break[default]: FG202


def make():
    return Steps()


def inputs():
    return [(torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([v, -v])) for v in (0.5, -2.75, 3.0)]
