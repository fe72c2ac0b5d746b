import torch
from openunmix import filtering, model, transforms
from seeded import factories
from torch import nn

FFT = 64
BINS = FFT // 2 + 1


def _unmix(**kwargs):
    return model.OpenUnmix(nb_bins=BINS, nb_channels=2, hidden_size=16, nb_layers=1, **kwargs)


def _separator(targets, **kwargs):
    return model.Separator(
        {name: _unmix(max_bin=20) for name in targets}, n_fft=FFT, n_hop=FFT // 4, nb_channels=2, **kwargs
    )


def _audio():
    return torch.randn(1, 2, 640)


class _Wiener(nn.Module):
    def __init__(self, iterations, **kwargs):
        super().__init__()
        self.iterations = iterations
        self.kwargs = kwargs

    def forward(self, magnitudes, mix):
        return filtering.wiener(magnitudes, mix, iterations=self.iterations, **self.kwargs)


class _Training(nn.Module):
    """The loss of the package's training script: spectrogram of mix and target."""

    def __init__(self):
        super().__init__()
        stft, _ = transforms.make_filterbanks(n_fft=FFT, n_hop=FFT // 4)
        self.encoder = nn.Sequential(stft, transforms.ComplexNorm(mono=False))
        self.unmix = _unmix()

    def forward(self, x, y):
        return nn.functional.mse_loss(self.unmix(self.encoder(x)), self.encoder(y))


MODELS = {
    "Unmix": lambda: (_unmix(), (torch.rand(2, 2, BINS, 12),)),
    "CausalUnmix": lambda: (_unmix(unidirectional=True, max_bin=16), (torch.rand(2, 2, BINS, 12),)),
    "SeparateOne": lambda: (_separator(["vocals"]), (_audio(),)),
    "SeparateWiener": lambda: (_separator(["vocals", "drums"], niter=1, wiener_win_len=20), (_audio(),)),
    "SeparateResidual": lambda: (_separator(["vocals"], niter=1, residual=True, wiener_win_len=None), (_audio(),)),
    "SeparateAsteroid": lambda: (_separator(["vocals", "bass"], filterbank="asteroid"), (_audio(),)),
    "STFT": lambda: (transforms.TorchSTFT(n_fft=FFT, n_hop=16, center=True), (_audio(),)),
    "InverseSTFT": lambda: (
        transforms.TorchISTFT(n_fft=FFT, n_hop=16, center=True),
        (torch.randn(1, 2, BINS, 12, 2),),
        {"length": 160},
    ),
    "Norm": lambda: (transforms.ComplexNorm(mono=True), (torch.randn(1, 2, BINS, 12, 2),)),
    "WienerFilter": lambda: (_Wiener(2), (torch.rand(6, BINS, 2, 3), torch.randn(6, BINS, 2, 2))),
    "WienerSoftmask": lambda: (
        _Wiener(1, softmask=True, residual=True),
        (torch.rand(6, BINS, 2, 2), torch.randn(6, BINS, 2, 2)),
    ),
    "Training": lambda: (_Training(), (_audio(), _audio())),
}

__getattr__ = factories(MODELS)
