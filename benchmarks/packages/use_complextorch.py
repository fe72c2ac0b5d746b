import torch
from complextorch import models, signal, transforms
from complextorch import nn as cvnn
from seeded import factories
from torch import nn


class _Image(nn.Module):
    """A convolutional network for complex images, as in the tutorials."""

    def __init__(self, classes=4):
        super().__init__()
        self.features = nn.Sequential(
            cvnn.Conv2d(1, 4, 3, padding=1),
            cvnn.BatchNorm2d(4),
            cvnn.CReLU(),
            cvnn.MagMaxPool2d(2),
            cvnn.Conv2d(4, 8, 3, padding=1, stride=2),
            cvnn.modReLU(),
            cvnn.EfficientChannelAttention2d(8),
            cvnn.AdaptiveAvgPool2d(1),
        )
        self.classify = cvnn.Linear(8, classes)

    def forward(self, image):
        return self.classify(self.features(image).flatten(1)).abs()


class _Denoiser(nn.Module):
    """Masks the spectrogram of a signal with a complex network."""

    def __init__(self, size=32, hidden=8):
        super().__init__()
        self.stft = cvnn.STFT(size, size // 4)
        self.rnn = cvnn.GRU(size, hidden, batch_first=True)
        self.project = cvnn.Linear(hidden, size)
        self.mask = cvnn.ComplexRatioMask()
        self.inverse = cvnn.InverseSTFT(size, size // 4)

    def forward(self, signal):
        spectrum = self.stft(signal)
        hidden, _ = self.rnn(spectrum.transpose(1, 2))
        mask = self.mask(self.project(hidden)).transpose(1, 2)
        return self.inverse(spectrum * mask)


class _Attention(nn.Module):
    """Self attention with rotary positions and a complex normalization."""

    def __init__(self, dim=16, heads=4):
        super().__init__()
        self.embed = cvnn.SinusoidalPositionalEncoding(dim)
        self.attention = cvnn.MultiheadAttention(heads, dim, 4, 4, rotary=cvnn.RotaryEmbedding(4))
        self.norm = cvnn.LayerNorm(dim)

    def forward(self, x):
        x = self.embed(x)
        return self.norm(x + self.attention(x, x, x))


class _Radar(nn.Module):
    """Classifies signals in the frequency domain."""

    def __init__(self, length=64, classes=5):
        super().__init__()
        self.net = nn.Sequential(
            cvnn.FFTBlock(norm="ortho"),
            cvnn.Conv1d(2, 6, 5, stride=2),
            cvnn.NaiveBatchNorm1d(6),
            cvnn.CVCardiod(),
            cvnn.IFFTBlock(norm="ortho"),
            cvnn.AvgPool1d(3),
            nn.Flatten(),
            cvnn.Linear(60, classes),
            cvnn.PhaseSoftMax(-1),
        )

    def forward(self, signal):
        return self.net(signal)


class _Losses(nn.Module):
    """Compares reconstructed complex images with their references."""

    def __init__(self):
        super().__init__()
        self.perpendicular = cvnn.PerpLossSSIM()
        self.losses = nn.ModuleList([cvnn.CVQuadError(), cvnn.CVLogCoshError(), cvnn.SplitL1(), cvnn.MSELoss()])

    def forward(self, estimate, reference):
        return self.perpendicular(estimate, reference), torch.stack([loss(estimate, reference) for loss in self.losses])


class _Spectrum(nn.Module):
    """The spectrum of power and the envelope of signals."""

    def forward(self, x):
        frequency, power = signal.pwelch(x, window=32, fs=100.0)
        return frequency, power, signal.analytic_signal(x).abs()


class _Resampled(nn.Module):
    """Transforms of complex images for a network with split channels."""

    def __init__(self):
        super().__init__()
        self.steps = nn.Sequential(
            transforms.FFTResize(12, 12),
            transforms.LogAmplitude(),
            transforms.CenterCrop(8, 8),
            transforms.RealImaginary(),
        )
        self.net = nn.Conv2d(4, 3, 3)

    def forward(self, image):
        return self.net(torch.stack([self.steps(x) for x in image]))


class _States(nn.Module):
    """A sequence model of complex state spaces."""

    def __init__(self, channels=8):
        super().__init__()
        self.layers = nn.Sequential(cvnn.S4DBlock(channels, state_size=8), cvnn.MambaBlock(channels, state_size=4))
        self.rnn = cvnn.UnitaryRNN(channels, 6, batch_first=True)

    def forward(self, x):
        return self.rnn(self.layers(x))


def _complex(*shape):
    return torch.randn(*shape, dtype=torch.complex64)


MODELS = {
    "Image": lambda: (_Image(), (_complex(2, 1, 16, 16),)),
    "VisionTransformer": lambda: (
        models.ViT(image_size=16, patch_size=4, in_channels=2, num_classes=3, dim=16, depth=2, heads=4, mlp_dim=32),
        (_complex(2, 2, 16, 16),),
    ),
    "Denoiser": lambda: (_Denoiser(), (torch.randn(2, 256),)),
    "Attention": lambda: (_Attention(), (_complex(2, 9, 16),)),
    "Radar": lambda: (_Radar(), (_complex(3, 2, 64),)),
    "Invariant": lambda: (models.CDSInvariant(input_channels=2, num_classes=4), (_complex(2, 2, 32, 32),)),
    "Losses": lambda: (_Losses(), (_complex(2, 1, 16, 16), _complex(2, 1, 16, 16))),
    "Sequences": lambda: (_States(), (_complex(2, 12, 8),)),
    "Steinmetz": lambda: (models.AnalyticNeuralNetwork(8, 16, 4, depth=3), (_complex(4, 8),)),
    "Spectrum": lambda: (_Spectrum(), (torch.randn(2, 128),)),
    "Transforms": lambda: (_Resampled(), (_complex(2, 2, 16, 16),)),
}

__getattr__ = factories(MODELS)
