import torch
from torch import nn


import contextlib
class Ctx:
    def __enter__(self):
        print("in")  # hit
        return self
    def __exit__(self, *a):
        print("out")  # hit
@contextlib.contextmanager
def ctx(x):
    print("a")  # hit
    yield x.sum()
class M(nn.Module):
    def forward(self, x):
        with torch.no_grad(), torch.autocast("cpu"):
            y = x.sum()
        if y > 0:  # hit
            x = x + 1
        with Ctx() as c:
            x = x + 1
        with ctx(x) as s:
            if s > 0:  # hit
                x = x + 1
        return x
