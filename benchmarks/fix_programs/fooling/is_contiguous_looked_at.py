"""The memory format is returned."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, bool]:
        h = torch.relu(x)
        if h.sum() > 1:
            h = h.to(memory_format=torch.channels_last)
        return h, h.is_contiguous()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 3, 2, 2),), (-torch.rand(2, 3, 2, 2),)]
