# only: torch>=2.11
import torch
from torch import nn


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    @torch.no_grad()
    def target(self, x):
        return self.layer(x)

    def forward(self, x):
        with torch.enable_grad():
            y = self.layer(x)
        y.register_hook(lambda gradient: gradient * 2)
        loss = (y - self.target(x).detach()).square().mean()
        if x.is_leaf and y.requires_grad:
            loss = loss * 2
        return loss


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
