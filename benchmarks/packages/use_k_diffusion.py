"""Modules of k-diffusion: diffusion models and their samplers."""

import torch
from k_diffusion import augmentation, external, layers, sampling
from k_diffusion.models.image_transformer_v1 import ImageTransformerDenoiserModelV1
from k_diffusion.models.image_v1 import ImageDenoiserModelV1
from seeded import factories
from torch import nn


class _Loss(nn.Module):
    """The loss of a denoiser."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, images, noise, sigma):
        return self.denoiser.loss(images, noise, sigma)


class _Euler(nn.Module):
    """Euler's method, with noise in each step."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x, sigmas):
        return sampling.sample_euler_ancestral(self.denoiser, x, sigmas, disable=True)


class _Heun(nn.Module):
    """Heun's method over Karras' noise levels."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x):
        sigmas = sampling.get_sigmas_karras(3, 0.1, 10.0)
        return sampling.sample_heun(self.denoiser, x, sigmas, disable=True, s_churn=1.0)


class _Multistep(nn.Module):
    """DPM-Solver++ of two steps."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x, sigmas):
        return sampling.sample_dpmpp_2m(self.denoiser, x, sigmas, disable=True)


class _Linear(nn.Module):
    """A linear multistep method."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x, sigmas):
        return sampling.sample_lms(self.denoiser, x, sigmas, disable=True)


class _Adaptive(nn.Module):
    """DPM-Solver whose steps follow the error."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x):
        return sampling.sample_dpm_adaptive(self.denoiser, x, 0.5, 5.0, disable=True, order=2)


class _Brownian(nn.Module):
    """DPM-Solver++ with the noise of a Brownian tree."""

    def __init__(self, denoiser: layers.Denoiser):
        super().__init__()
        self.denoiser = denoiser

    def forward(self, x, sigmas):
        return sampling.sample_dpmpp_sde(self.denoiser, x, sigmas, disable=True)


def _transformer():
    return ImageTransformerDenoiserModelV1(2, 64, 128, 3, 3, (4, 4), num_classes=0, sigma_data=0.5)


def _unet(**options):
    return ImageDenoiserModelV1(3, 32, [1, 1], [32, 64], [False, True], **options)


def _denoiser():
    return layers.Denoiser(_transformer(), sigma_data=0.5)


def _discrete():
    alphas = torch.linspace(0.99, 0.9, 20).cumprod(0)
    return external.DiscreteVDDPMDenoiser(_transformer(), alphas, quantize=False)


def _conditioned():
    model = _unet(mapping_cond_dim=9, unet_cond_dim=1, cross_cond_dim=16, cross_attn_depths=[False, True], patch_size=2)
    inputs = (torch.randn(2, 3, 16, 16), torch.rand(2) + 0.1)
    conditions = {"unet_cond": torch.randn(2, 1, 16, 16), "cross_cond": torch.randn(2, 5, 16)}
    padding = torch.arange(5)[None] >= torch.tensor([5, 3])[:, None]
    return augmentation.KarrasAugmentWrapper(model), inputs, {**conditions, "cross_cond_padding": padding.float()}


def _images():
    return torch.randn(2, 3, 16, 16)


def _levels():
    return sampling.get_sigmas_karras(3, 0.1, 10.0)


MODELS = {
    "Transformer": lambda: (_transformer(), (_images(), torch.rand(2) + 0.1)),
    "Convolved": _conditioned,
    "Variance": lambda: (
        _Loss(layers.DenoiserWithVariance(_unet(has_variance=True))),
        (_images(), _images(), torch.rand(2) + 0.1),
    ),
    "Scales": lambda: (
        _Loss(layers.Denoiser(_transformer(), weighting="soft-min-snr", scales=2)),
        (_images(), _images(), torch.rand(2) + 0.1),
    ),
    "Discrete": lambda: (_discrete(), (_images(), torch.rand(2) + 0.1)),
    "Euler": lambda: (_Euler(_denoiser()), (_images(), _levels())),
    "Heun": lambda: (_Heun(_denoiser()), (_images(),)),
    "Multistep": lambda: (_Multistep(_denoiser()), (_images(), _levels())),
    "Linear": lambda: (_Linear(_denoiser()), (_images(), _levels())),
    "Adaptive": lambda: (_Adaptive(_denoiser()), (_images(),)),
    "Brownian": lambda: (_Brownian(_denoiser()), (_images(), _levels())),
}
__getattr__ = factories(MODELS)
