import warnings

import torch
from kymatio.torch import HarmonicScattering3D, Scattering1D, Scattering2D
from seeded import factories
from torch import nn

# The solid harmonics use a function that SciPy renames.
warnings.filterwarnings("ignore", message=".*sph_harm", category=DeprecationWarning)


class _Classifier(nn.Module):
    """A scattering transform, a normalization, and a linear classifier on top."""

    def __init__(self, scattering, channels, features, classes=10):
        super().__init__()
        self.scattering = scattering
        self.norm = nn.BatchNorm2d(channels) if channels else nn.Identity()
        self.linear = nn.Linear(features, classes)

    def forward(self, x):
        s = self.scattering(x)
        s = s.reshape(len(x), -1, *s.shape[-2:])
        return self.linear(self.norm(s).flatten(1))


class _LogScattering(nn.Module):
    """The logarithm of the time-averaged scattering coefficients of a sound."""

    def __init__(self, scattering, classes):
        super().__init__()
        self.scattering = scattering
        self.register_buffer("median", torch.full((1, scattering.output_size(), 1), 0.01))
        self.linear = nn.Linear(scattering.output_size(), classes)

    def forward(self, x):
        s = torch.log1p(self.scattering(x).abs() / self.median)
        return self.linear(s.mean(-1)).log_softmax(-1)


class _First(nn.Module):
    """First-order coefficients only, chosen by the metadata."""

    def __init__(self, scattering):
        super().__init__()
        self.scattering = scattering

    def forward(self, x):
        order = torch.from_numpy(self.scattering.meta()["order"])
        return self.scattering(x)[:, order == 1]


class _Reconstruction(nn.Module):
    """The distance to the scattering coefficients of a target."""

    def __init__(self, scattering, target):
        super().__init__()
        self.scattering = scattering
        self.signal = nn.Parameter(torch.randn_like(target) * 0.1)
        self.register_buffer("goal", scattering(target))

    def forward(self):
        return (self.scattering(self.signal) - self.goal).square().mean()


class _ListToFeatures(nn.Module):
    def __init__(self, scattering):
        super().__init__()
        self.scattering = scattering

    def forward(self, x):
        paths = self.scattering(x)
        return torch.stack([path["coef"].mean((-1, -2)) for path in paths if len(path["j"]) > 0], -1)


class _Solid(nn.Module):
    """A regression of molecular energies from harmonic scattering of densities."""

    def __init__(self, scattering, features):
        super().__init__()
        self.scattering = scattering
        self.linear = nn.Linear(features, 1)

    def forward(self, density):
        return self.linear(torch.log1p(self.scattering(density).flatten(1).abs()))


MODELS = {
    "Sound": lambda: (Scattering1D(J=5, shape=1024, Q=8), (torch.randn(3, 1024),)),
    "Image": lambda: (Scattering2D(J=2, shape=(32, 32), L=4), (torch.randn(2, 3, 32, 32),)),
    "DigitClassifier": lambda: (
        _Classifier(Scattering2D(J=2, shape=(28, 28), L=6), 49, 49 * 7 * 7),
        (torch.rand(4, 28, 28),),
    ),
    "SpokenDigits": lambda: (_LogScattering(Scattering1D(J=6, shape=2048, Q=(8, 1)), 10), (torch.randn(3, 2048),)),
    "FirstOrder": lambda: (_First(Scattering1D(J=4, shape=512, Q=6)), (torch.randn(2, 512),)),
    "Density": lambda: (
        HarmonicScattering3D(J=1, shape=(12, 12, 12), L=2, sigma_0=1.0, integral_powers=[1.0, 2.0], max_order=2),
        (torch.rand(2, 12, 12, 12),),
    ),
    "Reconstruction": lambda: (_Reconstruction(Scattering1D(J=4, shape=512, Q=4), torch.randn(512)), ()),
    "ImageFirstOrder": lambda: (
        Scattering2D(J=3, shape=(32, 48), L=4, max_order=1, pre_pad=False),
        (torch.randn(2, 1, 32, 48),),
    ),
    "SoundList": lambda: (
        Scattering1D(J=4, shape=512, Q=4, max_order=2, T=32, out_type="list"),
        (torch.randn(2, 512),),
    ),
    "ImageList": lambda: (
        _ListToFeatures(Scattering2D(J=2, shape=(16, 16), L=4, out_type="list")),
        (torch.randn(2, 16, 16),),
    ),
    "SolidHarmonics": lambda: (
        _Solid(HarmonicScattering3D(J=1, shape=(10, 10, 10), L=1, sigma_0=1.0, integral_powers=[1.0]), 6),
        (torch.rand(2, 10, 10, 10),),
    ),
}

__getattr__ = factories(MODELS)
