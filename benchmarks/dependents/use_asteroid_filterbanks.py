import torch
from asteroid_filterbanks import STFTFB, Decoder, Encoder, FreeFB
from asteroid_filterbanks.transforms import mag
from torch import nn


class MaskSeparator(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = Encoder(FreeFB(16, 16, stride=8))
        self.mask = nn.Conv1d(16, 32, 1)
        self.dec = Decoder(FreeFB(16, 16, stride=8))

    def forward(self, wav):
        tf = self.enc(wav)
        masks = self.mask(tf).unflatten(1, (2, 16)).sigmoid()
        return self.dec(masks * tf[:, None])


class Magnitude(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = Encoder(STFTFB(64, 64, stride=32))
        self.rnn = nn.Linear(33, 4)

    def forward(self, wav):
        return self.rnn(mag(self.enc(wav)).transpose(1, 2))


def MaskSeparator_inputs():
    return [(torch.randn(2, 1, 256),)]


Magnitude_inputs = MaskSeparator_inputs
