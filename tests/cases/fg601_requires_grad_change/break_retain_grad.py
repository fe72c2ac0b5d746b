import torch
from torch import nn


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        hidden = self.layer(x)
        hidden.retain_grad()  # break: FG601
        return hidden.relu()


def make():
    return Probe()


def inputs():
    return [(torch.ones(2, 4),)]
