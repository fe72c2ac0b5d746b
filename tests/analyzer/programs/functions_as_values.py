import torch
from torch import nn


def shout(x):
    print(x)  # hit
    return x
def apply(fn, x):
    return fn(x)
class M(nn.Module):
    def __init__(self, act=shout):
        super().__init__()
        self.act = act
    def forward(self, x):
        fns = [shout, torch.relu]
        for fn in fns:
            x = fn(x)
        x = apply(lambda t: t + 1, x)
        if x.sum() > 0:  # hit
            x = x + 1
        return list(map(shout, [x]))
