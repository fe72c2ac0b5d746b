import numpy as np
import torch
from torch import nn


class Windowed(nn.Module):
    def __init__(self):
        super().__init__()
        self.window = np.ones(4)

    def forward(self, x):
        y = self.windowed(x)
        z = self.rounded(y.numpy())
        return torch.from_numpy(z) + 1

    def windowed(self, x):
        window = self.window.astype(np.float32)
        if window.dtype == np.float32:  # break: FG204
            print("not traced")
        return x * torch.from_numpy(window)

    def rounded(self, a):
        a = np.round(a)
        if not a.flags.writeable:  # break: FG204
            a = a.copy()
        return a


def make():
    return Windowed()


def inputs():
    return [(torch.ones(4),)]
