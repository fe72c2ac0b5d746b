import io

import torch
from torch import nn

FILE = io.BytesIO()
torch.jit.save(torch.jit.script(nn.Linear(4, 4)), FILE)
FILE.seek(0)
LOADED = torch.jit.load(FILE)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        return LOADED(x)  # break: FG507


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
