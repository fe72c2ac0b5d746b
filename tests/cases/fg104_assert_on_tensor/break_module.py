import torch
from torch import nn


class Config:
    size = 3


class Checked(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config()
        self.layer = nn.Linear(3, 3)

    def encode(self, x):
        assert self.layer, "there is no layer"  # break: FG104
        print("not traced")
        return self.layer(x)

    def forward(self, x):
        y = self.encode(x) + 1
        assert len(x) == 2 and self.config  # break: FG104
        return y * self.config.size


def make():
    return Checked()


def inputs():
    return [(torch.ones(2, 3),)]
