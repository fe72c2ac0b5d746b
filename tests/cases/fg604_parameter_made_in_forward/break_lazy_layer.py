import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.projection = None

    def forward(self, x):
        x = x * 2
        if self.projection is None:
            torch.manual_seed(0)  # break: FG407
            self.projection = nn.Linear(x.shape[-1], 3)  # break: FG604
        return self.projection(x)  # break: other (in 2.12)


def make():
    return Head()


def inputs():
    return [(torch.ones(2, 4),)]
