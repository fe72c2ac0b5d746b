# scope: explicit
import torch
from torch import nn


def fn(x):
    print(x)  # hit
    return x
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.fast = torch.compile(self.slow)
        self.fast2 = torch.compile(fn)
    def slow(self, x):
        print(x)  # hit
        return x
