import torch
from torch import nn
from torch.compiler import is_compiling


class Guarded(nn.Module):
    def forward(self, x):
        eager = not is_compiling()
        if eager:
            print("eager", x.shape)
        message = "compiled" if is_compiling() else print("eager")
        return x * 2 if message else x * 2


def make():
    return Guarded()


def inputs():
    return [(torch.ones(3),)]
