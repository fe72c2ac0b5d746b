import torch
from torch import nn


class Clipper(nn.Module):
    def forward(self, x):
        peak = x.max()
        if peak > 1:  # break: FG101
            if x.min() < -1:  # break: FG101
                x = x.clamp(-1, 1)
            else:
                x = x / peak
        return x + 1


def make():
    return Clipper()


def inputs():
    return [(torch.tensor([2.0, 0.5]),), (torch.tensor([2.0, -2.0]),), (torch.tensor([0.5, 0.5]),)]
