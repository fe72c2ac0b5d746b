import pdb
import pdb as debugger
import sys

import torch
from torch import nn


@torch.compiler.disable
def stop(*arguments, **options):
    print("stopped")


sys.breakpointhook = stop
pdb.Pdb.set_trace = stop


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        x = self.layer(x)
        breakpoint()  # break: FG404
        x = x * 2
        pdb.set_trace()  # break: FG404
        x = x + 1
        debugger.Pdb().set_trace()  # break: FG404
        return self.look(x)

    def look(self, x):
        x = x.relu()
        breakpoint(header="look")  # break: FG404
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
