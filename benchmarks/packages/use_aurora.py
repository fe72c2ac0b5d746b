"""Modules of microsoft-aurora: a foundation model of the atmosphere."""

import dataclasses
from datetime import datetime, timedelta

import torch
from aurora import Aurora, AuroraAirPollution, AuroraV1p5, AuroraWave, Batch, Metadata, rollout
from aurora.model.fourier import FourierExpansion
from aurora.model.lora import LoRARollout
from aurora.model.patchembed import LevelPatchEmbed
from aurora.model.perceiver import PerceiverResampler
from aurora.model.swin3d import Swin3DTransformerBackbone
from seeded import factories
from torch import nn

LEVELS = (100, 500, 850)
HEIGHT, WIDTH = 17, 32
SMALL = {
    "window_size": (2, 2, 2),
    "encoder_depths": (1, 1),
    "encoder_num_heads": (2, 4),
    "decoder_depths": (1, 1),
    "decoder_num_heads": (4, 2),
    "embed_dim": 32,
    "num_heads": 2,
    "latent_levels": 4,
}


def _batch(model, height=HEIGHT, size=2, step=0):
    surface = [name for name in model.surf_vars if name not in model.output_only_surf_vars]
    return Batch(
        surf_vars={name: torch.rand(size, 2, height, WIDTH) for name in surface},
        static_vars={name: torch.rand(height, WIDTH) for name in model.static_vars},
        atmos_vars={name: torch.rand(size, 2, len(LEVELS), height, WIDTH) for name in model.atmos_vars},
        metadata=Metadata(
            lat=torch.linspace(90, -90, height),
            lon=torch.linspace(0, 360, WIDTH + 1)[:-1],
            time=tuple(datetime(2020, 6, 1, 12) + timedelta(days=day) for day in range(size)),
            atmos_levels=LEVELS,
            rollout_step=step,
        ),
    )


class _Fields(nn.Module):
    """The fields that a model predicts."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch, *lead_times):
        prediction = self.model(batch, *lead_times)
        return prediction.surf_vars, prediction.atmos_vars


class _Rollout(nn.Module):
    """Forecasts one after another, each from the one before."""

    def __init__(self, model, steps):
        super().__init__()
        self.model = model
        self.steps = steps

    def forward(self, batch):
        return [prediction.surf_vars["2t"] for prediction in rollout(self.model, batch, steps=self.steps)]


class _Loss(nn.Module):
    """The weighted error of a forecast."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, batch, target):
        prediction = self.model(batch).normalise({})
        target = target.normalise({}).crop(self.model.patch_size)
        weights = torch.cos(torch.deg2rad(prediction.metadata.lat))[:, None]
        losses = [
            (weights * (prediction.surf_vars[name] - value[:, :1]).abs()).mean()
            for name, value in target.surf_vars.items()
        ]
        return torch.stack(losses).mean()


def _forecast(wrap=_Fields, model=Aurora, height=HEIGHT, step=0, more=lambda _: (), **options):
    model = model(**SMALL, **options)
    return wrap(model), (_batch(model, height, step=step), *more(model))


def _waves():
    model = AuroraWave(**SMALL)
    batch = _batch(model)
    surface = {}
    for name, value in batch.surf_vars.items():
        surface[name.removesuffix("_density").removesuffix("_sin").removesuffix("_cos")] = value + 0.01
    surface["swh"] = torch.where(torch.rand_like(surface["swh"]) > 0.7, 0.0, surface["swh"])
    return _Fields(model), (dataclasses.replace(batch, surf_vars=surface),)


MODELS = {
    "Forecast": lambda: _forecast(use_lora=False),
    "Adapted": lambda: _forecast(lora_mode="from_second", step=2, autocast=True),
    "Rollout": lambda: _forecast(lambda model: _Rollout(model, 2), use_lora=False, stabilise_level_agg=True),
    "Loss": lambda: _forecast(_Loss, use_lora=False, more=lambda model: (_batch(model),)),
    "AirPollution": lambda: _forecast(
        model=AuroraAirPollution, patch_size=4, step=2, level_condition=LEVELS, simulate_indexing_bug=False
    ),
    "Waves": _waves,
    "LeadTimes": lambda: _forecast(
        model=AuroraV1p5, autocast_dtype=torch.bfloat16, more=lambda _: (torch.tensor([1.0, 6.0]),)
    ),
    "Backbone": lambda: (
        Swin3DTransformerBackbone(
            embed_dim=32,
            encoder_depths=(2, 2),
            encoder_num_heads=(2, 4),
            decoder_depths=(2, 2),
            decoder_num_heads=(4, 2),
            window_size=(2, 4, 4),
            use_lora=True,
            lora_mode="all",
        ),
        (torch.randn(1, 2 * 8 * 8, 32), torch.full((1,), 6.0), 3, (2, 8, 8)),
    ),
    "Patches": lambda: (
        LevelPatchEmbed(("2t", "10u", "msl"), 4, 32, history_size=2),
        (torch.randn(2, 2, 2, 16, 32), ("msl", "2t")),
    ),
    "Resampler": lambda: (
        PerceiverResampler(32, 32, depth=2, head_dim=8, num_heads=4),
        (torch.randn(6, 3, 32), torch.randn(6, 5, 32)),
    ),
    "Fourier": lambda: (FourierExpansion(0.1, 720), (torch.rand(4, 6) * 100 + 1, 16)),
    "Lora": lambda: (LoRARollout(16, 24, r=4, max_steps=5, mode="all"), (torch.randn(2, 7, 16), 3)),
}

__getattr__ = factories(MODELS)
