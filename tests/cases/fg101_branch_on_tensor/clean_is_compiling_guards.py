import torch
from torch import nn


def is_torchdynamo_compiling():
    return torch.compiler.is_compiling()


class Guarded(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling() and x.isnan().any():
            raise ValueError("NaN in the input")
        if not torch.compiler.is_dynamo_compiling():
            if x.max() > 1e6:
                x = x / 1e6
        if torch._dynamo.is_compiling():
            x = x + 0
        elif x.min() < -1e6:
            x = x / 1e6
        if not is_torchdynamo_compiling() and x.sum() == 0:
            x = x + 0
        return self.check(x)

    def check(self, x):
        if torch.compiler.is_compiling():
            return x * 2
        if x.abs().sum() > 1e9:
            raise OverflowError
        return x * 2


def make():
    return Guarded()


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
