"""One arm is an expanded tensor with stride 0."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, tuple[int, ...]]:
        h = torch.tanh(x)
        mean = h.mean(0, keepdim=True).expand(3, 2)
        if h.sum() > 0:
            h = mean
        return h, h.stride()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, 2),), (-torch.rand(3, 2),)]
