"""A print of the value in a branch."""

import torch
from torch import nn


class LossSpike(nn.Module):
    def forward(self, loss: torch.Tensor) -> torch.Tensor:
        value = loss.mean()
        if value > 10:
            print("spike", float(value))
        return value


def make():
    torch.manual_seed(0)
    return LossSpike()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), (torch.rand(3) * 100,)]
