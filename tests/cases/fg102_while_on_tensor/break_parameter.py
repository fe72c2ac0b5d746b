import torch
from torch import nn


class Backoff(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = nn.Parameter(torch.tensor(1.0))

    def forward(self, x):
        size = self.step
        x = x + 1
        while size > 0.3:  # break: FG102
            size = size * 0.5
            x = x - size
        return x


def make():
    return Backoff()


def inputs():
    return [(torch.ones(2),)]
