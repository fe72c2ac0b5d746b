# scope: explicit
import torch
from torch import nn


class A(nn.Module):
    def forward(self, h):
        if h.sum() > 0:  # hit
            return h
        return h + 1
class B(nn.Module):
    def forward(self, h):
        print(1)  # hit
        return h
ATT = {"a": A, "b": B}
class M(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.att = ATT[config._attn_implementation](config)
    def forward(self, x):
        y = self.att(x)
        if y.sum() > 0:  # hit
            return y
        return x
m = torch.compile(M(None))
