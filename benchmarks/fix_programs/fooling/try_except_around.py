"""The branch is in a try that catches what the arm raises."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        try:
            if h.sum() > 0:
                h = h + torch.tanh(y)
        except RuntimeError:
            h = h - 5
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3), torch.rand(3)), (torch.rand(3), torch.rand(2)), (-torch.rand(3), torch.rand(2))]
