import torch
from torch import nn
from tqdm import tqdm


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x):
        x = x + 1
        for layer in tqdm(self.layers):  # break: FG410
            x = layer(x)
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
