import torch
from azula.denoise import GaussianDenoiser, KarrasDenoiser, SimpleDenoiser
from azula.guidance.cfg import CFGDenoiser
from azula.guidance.mmps import MMPSDenoiser
from azula.guidance.repaint import RePaintSampler
from azula.linalg.covariance import DPLRCovariance, IsotropicCovariance
from azula.nn.attention import MultiheadSelfAttention
from azula.nn.dit import DiT
from azula.nn.layers import SineEncoding
from azula.nn.unet import UNet
from azula.nn.vit import ViT
from azula.noise import CosineSchedule, DecaySchedule, RectifiedSchedule, VESchedule, VPSchedule
from azula.sample import (
    DDIMSampler,
    DDPMSampler,
    EulerSampler,
    HeunSampler,
    ItoSampler,
    PCSampler,
    REABSampler,
    zABSampler,
)
from seeded import factories
from torch import nn


class _Backbone(nn.Module):
    """An MLP of the noisy vector and the time, as in the package's tutorial."""

    def __init__(self, features=5, labels=0):
        super().__init__()
        self.time = SineEncoding(16)
        self.label = nn.Embedding(labels, 16) if labels else None
        self.net = nn.Sequential(nn.Linear(features + 16, 32), nn.SiLU(), nn.Linear(32, features))

    def forward(self, x, t, label=None):
        emb = self.time(t).expand(*x.shape[:-1], -1)
        if label is not None:
            emb = emb + self.label(label)
        return self.net(torch.cat([x, emb], dim=-1))


class _Pictures(nn.Module):
    """A modulated U-Net of the noisy image."""

    def __init__(self):
        super().__init__()
        self.time = SineEncoding(16)
        self.net = UNet(3, 3, hid_channels=(16, 32), hid_blocks=(1, 1), mod_features=16, norm="group", groups=4)

    def forward(self, x, t):
        return self.net(x, self.time(t))


class _Sample(nn.Module):
    def __init__(self, sampler, backbone=None, denoiser=KarrasDenoiser, schedule=None, **settings):
        super().__init__()
        self.denoiser = denoiser(backbone or _Backbone(), schedule or VPSchedule())
        self.sampler = sampler(self.denoiser, steps=6, silent=True, **settings)

    def forward(self, x):
        return self.sampler(x)


class _Draw(nn.Module):
    """From nothing: the first noise, then the sampler's steps."""

    def __init__(self, schedule):
        super().__init__()
        self.denoiser = KarrasDenoiser(_Backbone(), schedule)
        self.sampler = DDIMSampler(self.denoiser, steps=5, eta=0.5, silent=True)

    def forward(self, mean):
        return self.sampler(self.sampler.init((4, 5), mean=mean))


class _Guided(nn.Module):
    def __init__(self):
        super().__init__()
        self.denoiser = CFGDenoiser(KarrasDenoiser(_Backbone(labels=3), VPSchedule()))
        self.sampler = DDIMSampler(self.denoiser, steps=4, silent=True)

    def forward(self, x, label):
        empty = {"label": torch.zeros_like(label)}
        return self.sampler(x, positive={"label": label}, negative=empty, guidance=2.0)


class _Inpaint(nn.Module):
    def __init__(self):
        super().__init__()
        self.denoiser = KarrasDenoiser(_Pictures(), RectifiedSchedule())

    def forward(self, x, y, mask):
        return RePaintSampler(self.denoiser, y, mask, iterations=2, steps=3, silent=True)(x)


class _Posterior(nn.Module):
    """Half of the vector observed, moment matching for the rest."""

    def __init__(self):
        super().__init__()
        self.denoiser = KarrasDenoiser(_Backbone(), VPSchedule())

    def forward(self, x, y, t):
        guided = MMPSDenoiser(
            self.denoiser, y, lambda z: z[..., :2], IsotropicCovariance(torch.tensor(0.01)), iterations=2
        )
        return guided(x, t).mean


class _Loss(nn.Module):
    def __init__(self, denoiser, backbone, schedule):
        super().__init__()
        self.denoiser = denoiser(backbone, schedule)

    def forward(self, x, t):
        return self.denoiser.loss(x, t)


class _Exact(nn.Module):
    """The exact denoiser of a Gaussian with a low-rank covariance."""

    def __init__(self):
        super().__init__()
        cov = DPLRCovariance(torch.rand(5) + 0.5, torch.randn(5, 2))
        self.denoiser = GaussianDenoiser(torch.zeros(5), cov, VESchedule(1e-2, 10.0))

    def forward(self, x, t):
        return self.denoiser(x, t).mean


MODELS = {
    "SampleDDIM": lambda: (_Sample(DDIMSampler), (torch.randn(4, 5),)),
    "LossPictures": lambda: (
        _Loss(KarrasDenoiser, _Pictures(), CosineSchedule()),
        (torch.randn(2, 3, 16, 16), torch.rand(2)),
    ),
    "Guided": lambda: (_Guided(), (torch.randn(4, 5), torch.randint(1, 3, (4,)))),
    "SmallUNet": lambda: (
        UNet(3, 4, cond_channels=1, hid_channels=(16, 32), hid_blocks=(1, 2), mod_features=8),
        (torch.randn(2, 3, 16, 16), torch.randn(2, 8), torch.randn(2, 1, 16, 16)),
    ),
    "SampleDDPMPictures": lambda: (_Sample(DDPMSampler, _Pictures()), (torch.randn(1, 3, 16, 16),)),
    "SmallViT": lambda: (
        ViT(3, 3, mod_features=8, hid_channels=32, hid_blocks=2, patch_size=4, attention_heads=2, rope=True),
        (torch.randn(2, 3, 16, 16), torch.randn(2, 8)),
    ),
    "SampleHeun": lambda: (_Sample(HeunSampler, schedule=VESchedule(1e-2, 10.0)), (torch.randn(4, 5),)),
    "Inpaint": lambda: (
        _Inpaint(),
        (torch.randn(1, 3, 16, 16), torch.randn(1, 3, 16, 16), torch.rand(1, 3, 16, 16) < 0.5),
    ),
    "SampleAdamsBashforth": lambda: (_Sample(zABSampler, order=3), (torch.randn(4, 5),)),
    "SampleExponential": lambda: (_Sample(REABSampler, order=2), (torch.randn(4, 5),)),
    "SampleCorrector": lambda: (_Sample(PCSampler, corrections=2), (torch.randn(4, 5),)),
    "SampleIto": lambda: (_Sample(ItoSampler, denoiser=SimpleDenoiser, temperature=0.7), (torch.randn(4, 5),)),
    "SmallDiT": lambda: (
        DiT(4, 4, mod_features=8, pos_channels=2, hid_channels=32, hid_blocks=2, attention_heads=2),
        (torch.randn(2, 9, 4), torch.randn(2, 8), torch.rand(2, 9, 2)),
    ),
    "Posterior": lambda: (_Posterior(), (torch.randn(4, 5), torch.randn(4, 2), torch.tensor(0.5))),
    "Draw": lambda: (_Draw(DecaySchedule()), (torch.zeros(5),)),
    "Exact": lambda: (_Exact(), (torch.randn(4, 5), torch.tensor(0.4))),
    "SampleEuler": lambda: (_Sample(EulerSampler, schedule=RectifiedSchedule()), (torch.randn(4, 5),)),
    "Attention": lambda: (
        MultiheadSelfAttention(32, pos_channels=2, attention_heads=4, rope=True),
        (torch.randn(2, 9, 32), torch.rand(2, 9, 2)),
    ),
}

__getattr__ = factories(MODELS)
