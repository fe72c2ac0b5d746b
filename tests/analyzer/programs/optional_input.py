import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, bbox_targets=None, lengths=None, valid=None):
        if lengths is not None and lengths.max() > 3:  # hit
            x = x + 1
        return x
