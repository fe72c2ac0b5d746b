"""Hooks for saved tensors count."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> tuple:
        h = self.fc(x)
        n = []
        with torch.autograd.graph.saved_tensors_hooks(lambda t: (n.append(1), t)[1], lambda t: t):
            if h.sum() > 0:
                h = h * 2
        return torch.relu(h), len(n)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [((torch.rand(2, 4) + 1).requires_grad_(),), ((-torch.rand(2, 4) - 1).requires_grad_(),)]
