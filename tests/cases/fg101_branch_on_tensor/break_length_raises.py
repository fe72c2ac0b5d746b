import torch
from torch import nn


class Strict(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        y = self.layer(x[x[:, 0] > 0])  # break[default]: FG302
        if y.shape[0] == 0:  # break[fullgraph]: FG101
            raise ValueError("nothing is left")
        return y + 1


def make():
    return Strict()


def inputs():
    return [(torch.ones(3, 2),)]
