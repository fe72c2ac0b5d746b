import torch
from torch import nn


class Halting(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 1), nn.Sigmoid())
        self.body = nn.Linear(dim, dim)

    def forward(self, state):
        p = self.score(state)
        if p.mean() > 0.5:  # break: FG101
            return state
        return self.body(state)


def make():
    return Halting()


def inputs():
    return [(torch.randn(2, 4) * 3,) for _ in range(4)]
