import torch
from torch import nn


class Quantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x):
        with torch.no_grad():
            peak = x.abs().max()
            if peak > self.scale:  # break: FG101
                self.scale = peak
        return torch.round(x / self.scale) * self.scale


def make():
    return Quantizer()


def inputs():
    return [(torch.tensor([0.5, -0.25]),), (torch.tensor([3.0, -4.0]),)]
