import torch
from torch import nn
from torch._dynamo import decorators
from torch._dynamo.comptime import comptime


class Looked(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        x = self.layer(x)
        torch._dynamo.graph_break()  # break: FG404
        x = self.halved(x)
        decorators.graph_break()  # break: FG404
        return x + 1

    def halved(self, x):
        x = x / 2
        torch._dynamo.graph_break()  # break: FG404
        x = x.relu()
        comptime.graph_break()  # break: FG404
        return x * 2


def make():
    return Looked()


def inputs():
    return [(torch.ones(3),)]
