import torch
from torch import nn
from torch._dynamo.comptime import comptime


class Looked(nn.Module):
    def __init__(self):
        super().__init__()
        torch._dynamo.graph_break()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        x = self.layer(x)
        comptime.assert_static(x)
        if not torch.compiler.is_compiling():
            torch._dynamo.graph_break()
        return x + 1


def make():
    return Looked()


def inputs():
    return [(torch.ones(3),)]
