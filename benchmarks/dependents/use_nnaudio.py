import torch
from nnAudio.features import STFT, CQT1992v2, MelSpectrogram
from torch import nn


class MelClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.mel = MelSpectrogram(sr=8000, n_fft=256, n_mels=16, hop_length=64, verbose=False)
        self.conv = nn.Conv1d(16, 4, 3)

    def forward(self, x):
        return self.conv(torch.log1p(self.mel(x))).mean(-1)


class TrainableSTFT(nn.Module):
    def __init__(self):
        super().__init__()
        self.stft = STFT(n_fft=128, hop_length=32, trainable=True, output_format="Magnitude", verbose=False)

    def forward(self, x):
        return self.stft(x).mean(1)


class ConstantQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.cqt = CQT1992v2(sr=8000, hop_length=64, fmin=220, n_bins=12, verbose=False)

    def forward(self, x):
        return self.cqt(x)


def MelClassifier_inputs():
    return [(torch.randn(2, 2000),)]


TrainableSTFT_inputs = ConstantQ_inputs = MelClassifier_inputs
