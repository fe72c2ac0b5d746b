import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        y = self.layer(x)
        if self.weight.grad_fn is None and x.grad_fn is None and y.detach().grad_fn is None:
            y = y + 1
        if y.requires_grad and not y.is_leaf and self.weight.grad is None:
            y = y * 2
        with torch.no_grad():
            z = self.layer(x)
            if z.grad_fn is None:
                z = z + 1
        z = (x * 2).sum(0)
        return y if z.grad_fn is None and hasattr(y, "grad_fn") else y + z


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
