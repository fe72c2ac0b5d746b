"""One arm depends on nothing; upstream is a square root at zero."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        r = torch.relu(self.fc(x)).sqrt()
        if r.sum() > 0:
            out = r
        else:
            out = torch.zeros_like(r)
        return out * 2


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [((torch.rand(2, 4) + 1).requires_grad_(),), ((-torch.rand(2, 4) - 1).requires_grad_(),)]
