import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 4)
        self.rnns = nn.ModuleList([nn.GRU(4, 4)])

    def forward(self, x):
        count = 0
        for parameter in self.parameters():  # break: FG606 (since 2.11)
            count += parameter.numel()
        return x * count


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
