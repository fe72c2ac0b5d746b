import auraloss
import torch
from torch import nn


class Enhancer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv1d(1, 1, 9, padding=4)
        self.loss = auraloss.freq.MultiResolutionSTFTLoss(
            fft_sizes=[64, 128], hop_sizes=[16, 32], win_lengths=[64, 128]
        )

    def forward(self, x, y):
        return self.loss(self.net(x), y)


class TimeDomain(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv1d(1, 1, 9, padding=4)
        self.snr = auraloss.time.SISDRLoss()
        self.esr = auraloss.time.ESRLoss()

    def forward(self, x, y):
        out = self.net(x)
        return self.snr(out, y) + self.esr(out, y)


class MelLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv1d(2, 2, 9, padding=4)
        self.loss = auraloss.freq.SumAndDifferenceSTFTLoss(fft_sizes=[64], hop_sizes=[16], win_lengths=[64])

    def forward(self, x, y):
        return self.loss(self.net(x), y)


def Enhancer_inputs():
    return [(torch.randn(2, 1, 512), torch.randn(2, 1, 512))]


TimeDomain_inputs = Enhancer_inputs


def MelLoss_inputs():
    return [(torch.randn(2, 2, 512), torch.randn(2, 2, 512))]
