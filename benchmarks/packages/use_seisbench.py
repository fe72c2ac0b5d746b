import torch
from seeded import factories
from seisbench import models
from torch import nn


class _Picking(nn.Module):
    """A model as `annotate` runs it on a batch of windows: normalized, run, and with the margins blinded."""

    def __init__(self, model, **settings):
        super().__init__()
        self.model = model
        self.settings = settings

    def forward(self, windows):
        windows = self.model.annotate_batch_pre(windows, self.settings)
        return self.model.annotate_batch_post(self.model(windows), None, self.settings)


class _Denoising(nn.Module):
    """The masks of signal and noise, applied to the spectrogram of a trace, back to waveforms."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.register_buffer("window", torch.hann_window(60))

    def forward(self, traces):
        spectrum = torch.stft(traces, 60, hop_length=30, win_length=60, window=self.window, return_complex=True)
        features = torch.stack([spectrum.real, spectrum.imag], 1)
        mask = self.model(features / features.std(dim=(1, 2, 3), keepdim=True))
        return torch.istft(spectrum * mask[:, 0], 60, hop_length=30, win_length=60, window=self.window)


class _Training(nn.Module):
    """The cross-entropy of picks with smooth labels, as in the package's example."""

    def __init__(self, model, eps=1e-5):
        super().__init__()
        self.model = model
        self.eps = eps

    def forward(self, windows, labels):
        picks = self.model(windows)
        loss = (labels * torch.log(picks + self.eps)).mean(-1).sum(-1).mean()
        return -loss


def _waveforms(samples=3001, channels=3, batch=2):
    """Noise with an onset, a few samples after which the S wave comes."""
    time = torch.arange(samples)
    onset = torch.tensor([samples // 4, samples // 3])[:batch].view(-1, 1, 1)
    return torch.randn(batch, channels, samples) * (0.1 + (time > onset) + 2 * (time > onset + samples // 4))


def _labels(samples=3001, batch=2):
    time = torch.arange(samples)
    p = torch.exp(-((time - samples // 4) ** 2) / 800.0)
    s = torch.exp(-((time - samples // 2) ** 2) / 800.0)
    return torch.stack([(1 - p - s).clamp(min=0), p, s]).expand(batch, -1, -1).clone()


def _network(stations=4, present=3, samples=3001):
    """Waveforms of the stations of a network, of which the last are absent."""
    waves = torch.randn(2, stations, 3, samples)
    waves[:, present:] = 0
    return waves


MODELS = {
    "PhaseNet": lambda: (models.PhaseNet(phases="NPS"), (_waveforms(),)),
    "EQTransformer": lambda: (models.EQTransformer(in_samples=1200, lstm_blocks=2), (_waveforms(1200),)),
    "GPD": lambda: (models.GPD(phases="PSN"), (_waveforms(400),)),
    "Denoiser": lambda: (models.DeepDenoiser(), (torch.randn(1, 2, 31, 201),)),
    "Annotation": lambda: (_Picking(models.PhaseNet(norm="peak"), blinding=(100, 100)), (_waveforms(),)),
    "OBSTransformer": lambda: (models.OBSTransformer(), (_waveforms(6000, batch=1),)),
    "Network": lambda: (
        models.PhaseTEAM(max_stations=4, transformer_layers=1, transformer_compression=8, transformer_dim=32),
        (_network(),),
    ),
    "CRED": lambda: (models.CRED(), (torch.randn(1, 3, 151, 41),)),
    "Training": lambda: (_Training(models.PhaseNet(phases="NPS")), (_waveforms(), _labels())),
    "Variable": lambda: (
        _Picking(
            models.VariableLengthPhaseNet(
                in_samples=1200, norm="peak", norm_axis=(-1, -2), output_activation="sigmoid"
            ),
            blinding=(50, 50),
        ),
        (_waveforms(1200),),
    ),
    "SeisDAE": lambda: (_Denoising(models.SeisDAE(depth=4, filters_root=4)), (torch.randn(2, 3000),)),
    "Skynet": lambda: (models.Skynet(), (_waveforms(30000, batch=1),)),
    "BasicPhaseAE": lambda: (models.BasicPhaseAE(), (_waveforms(600),)),
    "EQCCT": lambda: (models.EQCCTP(), (_waveforms(6000, batch=1),)),
}

__getattr__ = factories(MODELS)
