import torch
from nnAudio.features import (
    CQT,
    CQT1992,
    MFCC,
    STFT,
    VQT,
    CQT2010v2,
    Gammatonegram,
    MelSpectrogram,
    iSTFT,
)
from seeded import factories
from torch import nn


def _music(samples=8000):
    return (torch.randn(2, samples),)


class _RoundTrip(nn.Module):
    """Analysis, and synthesis by the layer's own inverse."""

    def __init__(self):
        super().__init__()
        self.stft = STFT(n_fft=256, hop_length=64, iSTFT=True, output_format="Complex", verbose=False)

    def forward(self, waveform):
        return self.stft.inverse(self.stft(waveform), length=waveform.shape[-1])


MODELS = {
    "Mel": lambda: (MelSpectrogram(sr=16000, n_fft=512, n_mels=40, hop_length=128, verbose=False), _music()),
    "ConstantQ": lambda: (CQT(sr=16000, hop_length=256, fmin=220, n_bins=36, verbose=False), _music()),
    "STFTTrainable": lambda: (
        STFT(
            n_fft=256,
            hop_length=64,
            freq_scale="log",
            sr=16000,
            trainable=True,
            output_format="Magnitude",
            verbose=False,
        ),
        _music(),
    ),
    "ConstantQOctaves": lambda: (
        CQT2010v2(sr=16000, hop_length=256, fmin=110, n_bins=48, output_format="Complex", verbose=False),
        _music(16000),
    ),
    "VariableQ": lambda: (VQT(sr=16000, hop_length=256, fmin=110, n_bins=48, gamma=5, verbose=False), _music(16000)),
    "Cepstrum": lambda: (
        MFCC(sr=16000, n_mfcc=13, verbose=False, n_fft=512, n_mels=40, hop_length=128),
        _music(),
    ),
    "RoundTrip": lambda: (_RoundTrip(), _music()),
    "Gammatone": lambda: (Gammatonegram(sr=16000, n_fft=512, n_bins=32, hop_length=128, verbose=False), _music()),
    "InverseSTFT": lambda: (
        iSTFT(n_fft=256, hop_length=64, trainable_window=True, verbose=False),
        (torch.randn(2, 129, 30, 2),),
        {"onesided": True},
    ),
    "ConstantQFrequency": lambda: (
        CQT1992(sr=16000, hop_length=256, fmin=220, n_bins=36, output_format="Phase"),
        _music(16000),
    ),
}

__getattr__ = factories(MODELS)
