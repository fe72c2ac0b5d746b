import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(2))

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            print(f"layer {i}: {x.shape}")  # break: FG401
        return x


def make():
    return Stack()


def inputs():
    return [(torch.ones(1, 3),)]
