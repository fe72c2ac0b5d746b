import torch
from auraloss.freq import (
    MelSTFTLoss,
    MultiResolutionSTFTLoss,
    STFTLoss,
    SumAndDifferenceSTFTLoss,
)
from auraloss.perceptual import FIRFilter
from auraloss.time import DCLoss, ESRLoss, LogCoshLoss, SDSDRLoss, SISDRLoss, SNRLoss
from seeded import factories
from torch import nn


class _Amplifier(nn.Module):
    """A recurrent model of a guitar amplifier, trained with a pre-emphasised ESR and a DC loss."""

    def __init__(self, hidden=8):
        super().__init__()
        self.recurrent = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)
        self.emphasis = FIRFilter("hp", coef=0.85, fs=44100)
        self.esr = ESRLoss()
        self.dc = DCLoss()

    def forward(self, dry, wet):
        hidden, _ = self.recurrent(dry.mT)
        output = dry + self.head(hidden).mT
        emphasised, target = self.emphasis(output, wet)
        return output, self.esr(emphasised, target) + self.dc(output, wet)


class _Separation(nn.Module):
    """A mask-based separator with a permutation invariant SI-SDR loss."""

    def __init__(self, sources=2, channels=16):
        super().__init__()
        self.encoder = nn.Conv1d(1, channels, 16, stride=8)
        self.mask = nn.Conv1d(channels, channels * sources, 3, padding=1)
        self.decoder = nn.ConvTranspose1d(channels, 1, 16, stride=8)
        self.loss = SISDRLoss(reduction="none")
        self.sources = sources

    def forward(self, mixture, targets):
        code = torch.relu(self.encoder(mixture))
        masks = torch.sigmoid(self.mask(code)).chunk(self.sources, 1)
        estimates = torch.cat([self.decoder(code * mask) for mask in masks], 1)
        straight = self.loss(estimates, targets).mean(-1)
        swapped = self.loss(estimates.flip(1), targets).mean(-1)
        return estimates, torch.minimum(straight, swapped).mean()


class _Codec(nn.Module):
    """A small autoencoder of audio, trained with a mel loss of several resolutions and an error in time."""

    def __init__(self, channels=8):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv1d(1, channels, 8, stride=4, padding=2), nn.ELU(), nn.Conv1d(channels, 4, 8, stride=4, padding=2)
        )
        self.decoder = nn.Sequential(
            nn.ConvTranspose1d(4, channels, 8, stride=4, padding=2),
            nn.ELU(),
            nn.ConvTranspose1d(channels, 1, 8, stride=4, padding=2),
        )
        self.spectral = MultiResolutionSTFTLoss(
            [256, 512], [64, 128], [256, 512], scale="mel", n_bins=24, sample_rate=16000, w_lin_mag=0.5, output="full"
        )
        self.temporal = ESRLoss()

    def forward(self, x):
        code = torch.round(self.encoder(x) * 8) / 8
        output = self.decoder(code)
        loss, convergence, logarithmic, linear, _ = self.spectral(output, x)
        return loss + self.temporal(output, x), convergence, logarithmic, linear


class _Combined(nn.Module):
    """A weighted sum of time and frequency losses."""

    def __init__(self):
        super().__init__()
        self.terms = nn.ModuleDict(
            {
                "snr": SNRLoss(),
                "sdsdr": SDSDRLoss(),
                "cosh": LogCoshLoss(a=2.0),
                "stft": STFTLoss(fft_size=256, hop_size=64, win_length=256),
            }
        )
        self.weights = {"snr": 0.05, "sdsdr": 0.05, "cosh": 1.0, "stft": 0.5}

    def forward(self, output, target):
        losses = {name: term(output, target) for name, term in self.terms.items()}
        return sum(self.weights[name] * loss for name, loss in losses.items()), losses


class _Filters(nn.Module):
    """The A-weighting, folded difference and high-pass filters on one pair of signals."""

    def __init__(self):
        super().__init__()
        self.filters = nn.ModuleList([FIRFilter(kind, fs=16000) for kind in ("hp", "fd", "aw")])

    def forward(self, output, target):
        return [((a - b) ** 2).mean() for a, b in (each(output, target) for each in self.filters)]


class _Equalizer(nn.Module):
    """Learns the gains of frequency bands with a mel loss."""

    def __init__(self, size=512):
        super().__init__()
        self.gains = nn.Parameter(torch.zeros(size // 2 + 1))
        self.register_buffer("window", torch.hann_window(size))
        self.size = size
        self.loss = MelSTFTLoss(16000, fft_size=512, hop_size=128, win_length=512, n_mels=32)

    def forward(self, x, target):
        spectrum = torch.stft(x[:, 0], self.size, window=self.window, return_complex=True)
        y = torch.istft(spectrum * torch.exp(self.gains)[:, None], self.size, window=self.window, length=x.shape[-1])
        return self.loss(y[:, None], target)


def _pair(channels=1, samples=4096, batch=2):
    target = torch.randn(batch, channels, samples) * 0.3
    return target + 0.1 * torch.randn_like(target), target


MODELS = {
    "MultiResolution": lambda: (
        MultiResolutionSTFTLoss(fft_sizes=[256, 512], hop_sizes=[64, 128], win_lengths=[256, 512]),
        _pair(),
    ),
    "Mel": lambda: (
        MultiResolutionSTFTLoss(
            fft_sizes=[512, 1024],
            hop_sizes=[128, 256],
            win_lengths=[512, 1024],
            scale="mel",
            n_bins=32,
            sample_rate=16000,
            perceptual_weighting=True,
        ),
        _pair(),
    ),
    "Stereo": lambda: (
        SumAndDifferenceSTFTLoss([256, 512], [64, 128], [256, 512], output="full"),
        _pair(2),
    ),
    "Amplifier": lambda: (_Amplifier(), _pair(samples=400)),
    "Codec": lambda: (_Codec(), (_pair()[1],)),
    "Separation": lambda: (_Separation(), (torch.randn(2, 1, 1608), torch.randn(2, 2, 1608))),
    "Combined": lambda: (_Combined(), _pair()),
    "Filters": lambda: (_Filters(), _pair()),
    "Full": lambda: (
        STFTLoss(
            fft_size=512,
            hop_size=128,
            win_length=512,
            w_lin_mag=1.0,
            w_phs=0.5,
            scale_invariance=True,
            output="full",
        ),
        _pair(batch=1),
    ),
    "Equalizer": lambda: (_Equalizer(), _pair()),
    "LogCosh": lambda: (LogCoshLoss(a=3.0, reduction="sum"), _pair(2, 1000)),
}

__getattr__ = factories(MODELS)
