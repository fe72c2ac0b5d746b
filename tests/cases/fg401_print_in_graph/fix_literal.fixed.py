# fix: unsafe
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        x = self.fc(x)
        # what comes out
        if not torch.compiler.is_compiling():
            print("after fc", x.shape)  # break: FG401
        return x.relu()


def make():
    return Block()


def inputs():
    return [(torch.ones(2, 4),)]
