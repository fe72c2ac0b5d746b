import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))

    def forward(self, x):
        x = checkpoint_sequential(self.layers, 2, x, use_reentrant=False)  # break: FG510
        if torch.can_cast(torch.float32, torch.int32):  # break: FG510
            x = x + 1
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
