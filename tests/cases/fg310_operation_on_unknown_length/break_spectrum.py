import torch
from torch import nn


class Spectrum(nn.Module):
    def forward(self, x, keep):
        rows = x[keep > 0]  # break[default]: FG302
        return torch.fft.rfft(rows, dim=0).abs()  # break[fullgraph]: FG310


def make():
    return Spectrum()


def inputs():
    return [(torch.randn(5, 3), torch.tensor([1, 0, 1, 1, 0]))]
