import torch
from torch import nn


import somelib
class M(nn.Module):
    def __init__(self, block, cfg):
        super().__init__()
        self.block = block
        self.fn = somelib.make(cfg)
    def forward(self, x):
        h = self.block(x)
        h = h.view(3, -1).masked_fill(h == 0, 1)
        if h.sum() > 0:  # hit
            x = x + 1
        z = self.fn(x).permute(0, 2, 1)
        if z.mean() > 0:  # hit
            x = x + 1
        w = somelib.op(x)
        if (w.unsqueeze(0) > 0).all():  # hit
            x = x + 1
        if w:
            x = x + 1
        if w > 3:
            x = x + 1
        return x
