"""What is copied is changed by the same arm afterwards, and before by the other."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.zeros(3))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = x * 2
        if x.sum() > 0:
            self.kept.copy_(y)
            y.add_(1)
        else:
            y.mul_(3)
            self.kept.copy_(y)
        return y, self.kept * 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3, requires_grad=True),), (-torch.ones(3),)]
