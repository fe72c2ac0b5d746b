"""Modules of timesfm: forecasts of time series."""

from dataclasses import replace
from unittest import mock

import numpy
import torch
from seeded import factories
from timesfm import ForecastConfig
from timesfm.configs import ResidualBlockConfig
from timesfm.timesfm_2p5.timesfm_2p5_base import TimesFM_2p5_200M_Definition
from timesfm.timesfm_2p5.timesfm_2p5_torch import TimesFM_2p5_200M_torch, TimesFM_2p5_200M_torch_module
from timesfm3.torch import configs, transformations, util
from timesfm3.torch.cpm_revin_refine import cpm_iterative_revin_refine
from timesfm3.torch.model import TimesFM3Torch
from timesfm3.torch.timesfm3_forecaster import TimesFM3Forecaster
from torch import nn


class _Compiled(nn.Module):
    """Forecasts of arrays by the settings of a user."""

    def __init__(self, model, **options):
        super().__init__()
        self.wrapped = model
        self.model = model.model
        self.wrapped.compile(ForecastConfig(max_context=64, max_horizon=16, per_core_batch_size=2, **options))

    def forward(self, series):
        return self.wrapped.forecast(12, list(series))


class _Decoded(nn.Module):
    """Forecasts of several steps, with a cache."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, series, mask):
        return self.model.decode(40, series, mask)


class _Naive(nn.Module):
    """Forecasts of arrays, one by one."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, series):
        return self.model.forecast_naive(20, series)


class _Horizon(nn.Module):
    """The third model over a horizon, with covariates."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, target, past, future):
        return self.model.decode(target, past_only_covariates=past, past_future_covariates=future)


class _Univariate(nn.Module):
    """The third model over a horizon, with steps that are missing."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, target, mask):
        return self.model.decode(target, horizon=20, mask=mask)


class _Predicted(nn.Module):
    """What a forecaster predicts for series of different lengths."""

    def __init__(self, forecaster):
        super().__init__()
        self.forecaster = forecaster
        self.model = forecaster.model

    def forward(self, contexts):
        found = self.forecaster.predict_batch(
            contexts, 10, return_quantiles=True, use_symmetric_averaging=True, make_positive=True, use_znorm=True
        )
        return [output.quantiles for output in found]


class _Statistics(nn.Module):
    """Series that are normalized by what came before, and back."""

    def forward(self, values, mask):
        _count, mean, std = util.get_running_stats(values, mask)
        scaled = util.revin(values, mean, std)
        ahead, wrapped = util.get_output_patch_via_roll(scaled, 2)
        return torch.where(wrapped, 0.0, ahead), util.revin(scaled, mean, std, reverse=True)


class _Refined(nn.Module):
    """Statistics of the horizon, refined step by step."""

    def forward(self, logits, count, mean, std, mask):
        return cpm_iterative_revin_refine(
            logits,
            revin_n=count,
            revin_mu=mean,
            revin_sigma=std,
            patch_cpm_mask=mask,
            median_q_idx=1,
            rolls=2,
            patch_len=8,
            num_quantiles=3,
            value_clip=1e6,
        )


class _Stitched(nn.Module):
    """Patches of a forecast that overlap, in another scale."""

    def forward(self, patches):
        whole = util.stitch_patches(patches, 8)
        transform = transformations.get_transform("signed_log")
        limit = transformations.max_output("signed_log", 1e4)
        return transform(transform(whole).clamp(-limit, limit), reverse=True)


def _smaller():
    whole = TimesFM_2p5_200M_Definition()
    layer = replace(whole.stacked_transformers.transformer, model_dims=32, hidden_dims=32, num_heads=4)
    return replace(
        whole,
        input_patch_len=8,
        output_patch_len=16,
        output_quantile_len=32,
        tokenizer=replace(whole.tokenizer, input_dims=16, hidden_dims=32, output_dims=32),
        stacked_transformers=replace(whole.stacked_transformers, num_layers=2, transformer=layer),
        output_projection_point=ResidualBlockConfig(32, 32, 160, False, "swish"),
        output_projection_quantiles=ResidualBlockConfig(32, 32, 320, False, "swish"),
    )


def _module():
    with mock.patch.object(TimesFM_2p5_200M_torch_module, "config", _smaller()):
        model = TimesFM_2p5_200M_torch_module()
    for parameter in model.parameters():
        if parameter.ndim > 1:
            nn.init.normal_(parameter, std=0.1)
    return model


def _user():
    with mock.patch("timesfm.timesfm_2p5.timesfm_2p5_torch.TimesFM_2p5_200M_torch_module", _module):
        return TimesFM_2p5_200M_torch(torch_compile=False)


def _layer(**options):
    whole = {
        "model_dims": 32,
        "hidden_dims": 32,
        "num_heads": 4,
        "attention_norm": "rms",
        "feedforward_norm": "rms",
        "qk_norm": "rms",
        "use_rope_seq": True,
        "use_rope_var": True,
        "use_bias": False,
        "ff_activation": "relu",
        "deterministic": True,
    }
    return configs.TransformerConfig(**{**whole, **options})


def _third(**options):
    return TimesFM3Torch(
        input_patch_len=8,
        output_patch_len=16,
        quantiles=[0.1, 0.5, 0.9],
        residual_block_config=configs.ResidualBlockConfig(32, 32, False, "relu"),
        transformer_config=configs.StackedTransformersConfig(num_layers=2, transformer=_layer()),
        **options,
    )


def _forecaster():
    with mock.patch.object(TimesFM3Torch, "from_pretrained", lambda *_args, **_options: _third()):
        return TimesFM3Forecaster(checkpoint_path="none", device="cpu")


def _series(*shape):
    return torch.randn(*shape).cumsum(-1)


def _arrays(*lengths):
    generator = numpy.random.default_rng(0)
    series = [generator.normal(size=length).cumsum() for length in lengths]
    series[0][4:6] = numpy.nan
    return series


def _front(batch, length, count):
    mask = torch.zeros(batch, length, dtype=torch.bool)
    mask[-1, :count] = True
    return mask


def _patches():
    mask = torch.zeros(2, 3, 5, 8, dtype=torch.bool)
    mask[0, :, 0] = True
    return _series(2, 3, 40).reshape(2, 3, 5, 8), mask


def _horizon():
    ahead = torch.zeros(2, 5, dtype=torch.bool)
    ahead[:, 3:] = True
    return torch.randn(2, 3, 5, 48), torch.full((2, 3, 5), 8.0), torch.randn(2, 3, 5), torch.rand(2, 3, 5) + 0.5, ahead


def _inputs():
    values, mask = _patches()
    return {"values": values, "masks": mask, "patch_is_target": torch.ones(2, 3, 5, dtype=torch.bool)}


FLAGS = {
    "normalize_inputs": True,
    "use_continuous_quantile_head": True,
    "fix_quantile_crossing": True,
    "return_backcast": True,
}

MODELS = {
    "Forecast": lambda: (_Compiled(_user()), (_arrays(40, 64, 90),)),
    "Decoded": lambda: (_Decoded(_module()), (_series(2, 48), _front(2, 48, 12))),
    "Horizon": lambda: (_Horizon(_third()), (_series(2, 2, 36), _series(2, 1, 36), _series(2, 1, 52))),
    "Predicted": lambda: (_Predicted(_forecaster()), (_arrays(30, 44),)),
    "Third": lambda: (_third(use_frozen_running_stats=True), (_inputs(),)),
    "Flags": lambda: (_Compiled(_user(), **FLAGS), (_arrays(40, 64),)),
    "Naive": lambda: (_Naive(_module()), (_arrays(30, 41),)),
    "Univariate": lambda: (
        _Univariate(_third(use_variate_attention=False, use_stitching=False, use_linear_detrending=False)),
        (_series(2, 1, 32), _front(2, 32, 9)),
    ),
    "Statistics": lambda: (_Statistics(), _patches()),
    "Refined": lambda: (_Refined(), _horizon()),
    "Stitched": lambda: (_Stitched(), (torch.randn(2, 3, 4, 16, 3),)),
}
__getattr__ = factories(MODELS)
