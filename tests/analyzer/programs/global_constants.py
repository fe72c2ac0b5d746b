import torch
from torch import nn


USE = False
DEBUG = True
class M(nn.Module):
    def forward(self, x):
        if USE:
            print(x)
        if DEBUG:
            print(x)  # hit
        return x
