import torch
from torch import nn


def track(x: torch.Tensor):
    x.requires_grad_()  # break: FG601
    return x * 2


class Sensitive(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        y = track(x)
        anchor = self.layer(x).detach().requires_grad_(True)  # break: FG601
        return self.layer(y + anchor)


def make():
    return Sensitive()


def inputs():
    return [(torch.ones(2, 4),)]
