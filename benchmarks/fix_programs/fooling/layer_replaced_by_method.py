"""A method of the class puts nn.Identity in the place of the layer, so that the result is the input."""

import torch
from torch import nn

def fused():
    model = Model()
    model.fuse()
    return model


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def fuse(self):
        self.fc = nn.Identity()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = h * 2
        return h


def make():
    torch.manual_seed(0)
    return fused()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
