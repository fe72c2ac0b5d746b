import torch
from torch import nn


class Meta(type):
    def __call__(cls, *a, **k):
        return super().__call__(*a, **k)
def base():
    return nn.Module
class M(base(), metaclass=Meta):
    def forward(self, x):
        if x.sum() > 0:  # hit
            x = x + 1
        return x
class N(*[nn.Module]):
    def forward(self, x):
        if x.sum() > 0:  # hit
            x = x + 1
        return x
