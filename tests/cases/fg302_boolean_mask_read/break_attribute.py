import torch
from torch import nn


class Triangle(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("lower", torch.ones(3, 3).tril() > 0)

    def forward(self, x):
        return x[self.lower] + 1  # break[default]: FG302


def make():
    return Triangle()


def inputs():
    return [(torch.ones(3, 3),)]
