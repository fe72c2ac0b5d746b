import torch
from torch import nn


class Guarded(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling():
            print("eager", x.shape)
        if torch.compiler.is_compiling():
            x = x + 0
        else:
            print("eager", x)
        if not torch._dynamo.is_compiling():
            print(f"{x}")
        if not torch.compiler.is_dynamo_compiling() and x.shape[0] > 2:
            print("large")
        torch.compiler.is_compiling() or print("eager")
        self.log(x)
        return x * 2

    def log(self, x):
        if torch.compiler.is_compiling():
            return
        print(x)


def make():
    return Guarded()


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
