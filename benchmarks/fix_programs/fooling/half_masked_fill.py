"""A fill value that half precision cannot hold."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = h.masked_fill(h > 0, -1e9)
        return torch.relu(h)


def make():
    torch.manual_seed(0)
    return Model().half()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(2, 4).half(),), (-torch.ones(2, 4).half(),)]
