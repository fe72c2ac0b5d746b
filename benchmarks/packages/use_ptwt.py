import ptwt
import pywt
import torch
from ptwt.wavelets_learnable import ProductFilter, SoftOrthogonalWavelet
from seeded import factories
from torch import nn


class _Denoise(nn.Module):
    """Soft thresholding of wavelet coefficients."""

    def __init__(self, wavelet="db4", level=3):
        super().__init__()
        self.wavelet = pywt.Wavelet(wavelet)
        self.level = level
        self.threshold = nn.Parameter(torch.full((level,), 0.2))

    def forward(self, x):
        approximation, *details = ptwt.wavedec(x, self.wavelet, mode="reflect", level=self.level)
        details = [torch.sign(d) * torch.relu(d.abs() - t) for d, t in zip(details, self.threshold, strict=True)]
        return ptwt.waverec([approximation, *details], self.wavelet)


class _Pooling(nn.Module):
    """A classifier of images with wavelet pooling."""

    def __init__(self, classes=5):
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, padding=1)
        self.second = nn.Conv2d(16, 8, 3, padding=1)
        self.head = nn.Linear(32, classes)

    def pool(self, x):
        low, (horizontal, vertical, diagonal) = ptwt.wavedec2(x, "haar", level=1, mode="zero")
        return torch.cat([low, horizontal, vertical, diagonal], 1)

    def forward(self, x):
        x = self.pool(torch.relu(self.first(x)))
        x = self.pool(torch.relu(self.second(x)))
        return self.head(x.mean((-2, -1)))


class _Image(nn.Module):
    """A round trip of images, with a gain for each scale."""

    def __init__(self, mode="symmetric"):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(2))
        self.mode = mode

    def forward(self, x):
        low, *details = ptwt.wavedec2(x, "sym3", level=2, mode=self.mode)
        details = [
            ptwt.WaveletDetailTuple2d(*(part * gain for part in parts))
            for parts, gain in zip(details, self.gain, strict=True)
        ]
        return ptwt.waverec2((low, *details), "sym3")


class _Volume(nn.Module):
    def __init__(self, separable=False):
        super().__init__()
        self.separable = separable

    def forward(self, x):
        forward, backward = (ptwt.fswavedec3, ptwt.fswaverec3) if self.separable else (ptwt.wavedec3, ptwt.waverec3)
        coefficients = forward(x, "db2", level=2, mode="zero")
        energies = {key: (value**2).mean() for key, value in coefficients[-1].items()}
        return backward(coefficients, "db2"), energies


class _Scalogram(nn.Module):
    """A continuous wavelet transform before a convolutional network."""

    def __init__(self, wavelet, scales=8):
        super().__init__()
        self.wavelet = wavelet
        self.scales = torch.arange(1, scales + 1).numpy()
        self.network = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())

    def forward(self, x):
        coefficients, frequencies = ptwt.cwt(x, self.scales, self.wavelet, sampling_period=0.01)
        power = coefficients.abs().transpose(0, 1)[:, None]
        return self.network(torch.log1p(power).float()), torch.as_tensor(frequencies)


class _Stationary(nn.Module):
    def forward(self, x):
        coefficients = ptwt.swt(x, "db3", level=3)
        low, *details = coefficients
        details[-1] = torch.zeros_like(details[-1])
        return ptwt.iswt([low, *details], "db3"), torch.stack([d.abs().mean(-1) for d in details])


class _Packets(nn.Module):
    """Features of wavelet packets, sorted by their frequency."""

    def __init__(self, level=3, mode="reflect"):
        super().__init__()
        self.level, self.mode = level, mode
        self.head = nn.Linear(2**level, 3)

    def forward(self, x):
        packet = ptwt.WaveletPacket(x, "db2", mode=self.mode, maxlevel=self.level)
        packet.initialize(packet.get_level(self.level))
        nodes = torch.stack([packet[node] for node in packet.get_level(self.level, order="freq")], -2)
        return self.head(torch.log(nodes.abs() + 1e-6).mean(-1))


class _ImagePackets(nn.Module):
    """Packets of images, as in the detection of generated images."""

    def __init__(self, level=2):
        super().__init__()
        self.level = level
        self.head = nn.Linear(4**level, 2)

    def forward(self, x):
        packet = ptwt.WaveletPacket2D(x, "haar", mode="boundary", maxlevel=self.level, separable=True)
        keys = packet.get_natural_order(self.level)
        nodes = torch.stack([packet[key] for key in keys], 1)
        scale = torch.log(nodes.abs().mean((-2, -1)) + 1e-6)
        packet.reconstruct()
        return self.head(scale), packet[""]


class _Boundary(nn.Module):
    """The sparse matrices of a transform with boundary filters."""

    def __init__(self):
        super().__init__()
        self.analysis = ptwt.MatrixWavedec("db3", level=2)
        self.synthesis = ptwt.MatrixWaverec("db3")

    def forward(self, x):
        coefficients = self.analysis(x)
        return self.synthesis([coefficients[0], coefficients[1] * 0.5, coefficients[2] * 0.1])


class _ImageBoundary(nn.Module):
    def __init__(self, orthogonalization="gramschmidt"):
        super().__init__()
        self.analysis = ptwt.MatrixWavedec2("db2", level=2, orthogonalization=orthogonalization)
        self.synthesis = ptwt.MatrixWaverec2("db2", orthogonalization=orthogonalization)

    def forward(self, x):
        coefficients = self.analysis(x)
        return self.synthesis(coefficients), coefficients[0]


class _Separable(nn.Module):
    """A sparse code of images under a separable transform."""

    def forward(self, x):
        low, *details = ptwt.fswavedec2(x, "db2", level=2, mode="periodic")
        loss = sum(value.abs().mean() for level in details for value in level.values())
        return ptwt.fswaverec2((low, *details), "db2"), loss


class _Learned(nn.Module):
    """Compression with learned filters, and the loss that keeps them wavelets."""

    def __init__(self, kind):
        super().__init__()
        bank = pywt.Wavelet("db3").filter_bank
        self.wavelet = kind(*(torch.tensor(part) for part in bank))

    def forward(self, x):
        coefficients = ptwt.wavedec(x, self.wavelet, mode="zero", level=2)
        kept = [coefficients[0], *(c * (c.abs() > 0.3) for c in coefficients[1:])]
        reconstruction = ptwt.waverec(kept, self.wavelet)[..., : x.shape[-1]]
        return nn.functional.mse_loss(reconstruction, x) + self.wavelet.wavelet_loss()


MODELS = {
    "Denoise": lambda: (_Denoise(), (torch.randn(3, 128),)),
    "WaveletPooling": lambda: (_Pooling(), (torch.randn(2, 1, 16, 16),)),
    "Scalogram": lambda: (_Scalogram("cmor1.5-1.0"), (torch.randn(2, 100),)),
    "Packets": lambda: (_Packets(), (torch.randn(3, 96),)),
    "LearnedProduct": lambda: (_Learned(ProductFilter), (torch.randn(3, 64),)),
    "Boundary": lambda: (_Boundary(), (torch.randn(2, 64),)),
    "Volume": lambda: (_Volume(), (torch.randn(2, 16, 16, 16),)),
    "Stationary": lambda: (_Stationary(), (torch.randn(2, 64),)),
    "ImagePackets": lambda: (_ImagePackets(), (torch.randn(2, 16, 16),)),
    "Image": lambda: (_Image(), (torch.randn(2, 3, 24, 20),)),
    "ImageBoundary": lambda: (_ImageBoundary(), (torch.randn(2, 16, 16),)),
    "Separable": lambda: (_Separable(), (torch.randn(2, 20, 24),)),
    "LearnedOrthogonal": lambda: (_Learned(SoftOrthogonalWavelet), (torch.randn(3, 64),)),
}

__getattr__ = factories(MODELS)
