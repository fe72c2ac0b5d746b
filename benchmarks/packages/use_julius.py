import julius
import torch
from julius.core import mel_frequencies, pure_tone, volume
from seeded import factories
from torch import nn


class _Equalizer(nn.Module):
    """Splits a signal into bands on the mel scale and weighs them."""

    def __init__(self, sample_rate=8000, bands=6):
        super().__init__()
        self.split = julius.SplitBands(sample_rate, n_bands=bands)
        self.gains = nn.Parameter(torch.rand(bands))

    def forward(self, wav):
        bands = self.split(wav)
        return (bands * self.gains.view(-1, 1, 1, 1)).sum(0)


class _Multiband(nn.Module):
    """Compares two signals band by band, by their volume."""

    def __init__(self, sample_rate=8000, bands=5):
        super().__init__()
        self.sample_rate = sample_rate
        self.bands = bands

    def forward(self, estimate, reference):
        first = julius.split_bands(estimate, self.sample_rate, n_bands=self.bands, fft=True)
        second = julius.split_bands(reference, self.sample_rate, n_bands=self.bands, fft=True)
        return (volume(first) - volume(second)).abs().mean()


class _Augment(nn.Module):
    """Band stop and resampling augmentations of a batch of audio."""

    def __init__(self, low=0.1, high=0.2):
        super().__init__()
        self.low = low
        self.high = high

    def forward(self, wav):
        stopped = wav - julius.bandpass_filter(wav, self.low, self.high)
        faster = julius.resample_frac(stopped, 10, 9, output_length=stopped.shape[-1] // 2)
        return stopped, faster


class _Tone(nn.Module):
    """Mixes a pure tone with a signal and removes it by a low pass filter."""

    def __init__(self, sample_rate=4000):
        super().__init__()
        self.sample_rate = sample_rate
        self.lowpass = julius.LowPassFilter(300 / sample_rate, fft=False)

    def forward(self, wav):
        tone = pure_tone(1000, self.sample_rate, wav.shape[-1] / self.sample_rate)
        return self.lowpass(wav + tone)


class _Reverb(nn.Module):
    """A learned impulse response, applied with an FFT convolution."""

    def __init__(self, length=400):
        super().__init__()
        self.response = nn.Parameter(torch.randn(1, 1, length) * torch.exp(-torch.arange(length) / 60))

    def forward(self, wav):
        padded = nn.functional.pad(wav, (self.response.shape[-1] - 1, 0))
        return julius.fft_conv1d(padded, self.response.flip(-1))


class _Features(nn.Module):
    """Energies of a signal in mel bands, frame by frame."""

    def __init__(self, sample_rate=8000, bands=8, hop=100):
        super().__init__()
        cutoffs = [f / sample_rate for f in mel_frequencies(bands, 60, sample_rate / 2 - 1).tolist()]
        self.filters = julius.LowPassFilters(cutoffs[:-1], fft=True)
        self.hop = hop

    def forward(self, wav):
        low = self.filters(wav)
        bands = low[1:] - low[:-1]
        frames = julius.core.unfold(bands, 2 * self.hop, self.hop)
        return frames.pow(2).mean(-1).add(1e-6).log()


class _Separator(nn.Module):
    """Resamples audio, runs a network at a higher rate and resamples back."""

    def __init__(self):
        super().__init__()
        self.up = julius.ResampleFrac(1, 2)
        self.down = julius.ResampleFrac(2, 1)
        self.net = nn.Sequential(nn.Conv1d(1, 8, 9, padding=4), nn.GELU(), nn.Conv1d(8, 1, 9, padding=4))

    def forward(self, wav):
        length = wav.shape[-1]
        return self.down(self.net(self.up(wav)), output_length=length)


MODELS = {
    "Resample": lambda: (julius.ResampleFrac(16000, 11025), (torch.randn(2, 1, 2000),)),
    "LowPass": lambda: (julius.LowPassFilters([0.05, 0.1, 0.25], stride=2), (torch.randn(2, 1, 1200),)),
    "Convolution": lambda: (julius.FFTConv1d(2, 4, 150, stride=3, padding=20), (torch.randn(2, 2, 1500),)),
    "Equalizer": lambda: (_Equalizer(), (torch.randn(2, 1, 2000),)),
    "Multiband": lambda: (_Multiband(), (torch.randn(2, 1500), torch.randn(2, 1500))),
    "Separator": lambda: (_Separator(), (torch.randn(2, 1, 800),)),
    "HighPass": lambda: (julius.HighPassFilters([0.02, 0.3], pad=False, fft=False), (torch.randn(2, 1, 1000),)),
    "Augment": lambda: (_Augment(), (torch.randn(2, 1, 1000),)),
    "Reverb": lambda: (_Reverb(), (torch.randn(2, 1, 1500),)),
    "Features": lambda: (_Features(), (torch.randn(2, 1600),)),
    "Tone": lambda: (_Tone(), (torch.randn(1, 1000),)),
}

__getattr__ = factories(MODELS)
