"""Modules of uni2ts: forecasts of many series by one model."""

import torch
from seeded import factories
from torch import nn
from uni2ts.distribution import (
    LogNormalOutput,
    MixtureOutput,
    NegativeBinomialOutput,
    NormalFixedScaleOutput,
    StudentTOutput,
)
from uni2ts.loss.packed import PackedNLLLoss, PackedNRMSELoss, PackedQuantileMAELoss
from uni2ts.loss.packed.normalized import PointNormType
from uni2ts.model.moirai import MoiraiForecast, MoiraiModule
from uni2ts.model.moirai2 import Moirai2Forecast, Moirai2Module
from uni2ts.model.moirai_moe import MoiraiMoEForecast, MoiraiMoEModule
from uni2ts.module.ffn import MoEFeedForward
from uni2ts.module.packed_scaler import PackedStdScaler
from uni2ts.module.position import LinearAttentionBias, QueryKeyProjection, RotaryProjection
from uni2ts.module.transformer import TransformerEncoder


class _Likelihood(nn.Module):
    """The negative log-likelihood of a series."""

    def __init__(self, model: MoiraiModule):
        super().__init__()
        self.model = model
        self.loss = PackedNLLLoss()

    def forward(self, target, observed, sample, time, variate, predicted, patch):
        distribution = self.model(target, observed, sample, time, variate, predicted, patch)
        return self.loss(distribution, target, predicted, observed, sample, variate)


class _Sampled(nn.Module):
    """Samples of what comes next."""

    def __init__(self, model: MoiraiModule):
        super().__init__()
        self.model = model

    def forward(self, *inputs):
        return self.model(*inputs).sample((2,))


class _Quantiles(nn.Module):
    """The loss of quantiles."""

    def __init__(self, model: Moirai2Module):
        super().__init__()
        self.model = model
        self.loss = PackedQuantileMAELoss()

    def forward(self, target, observed, sample, time, variate, predicted):
        quantiles, scaled = self.model(target, observed, sample, time, variate, predicted)
        return self.loss(quantiles, scaled, predicted, observed, sample, variate)


class _Error(nn.Module):
    """The error of points, by the deviation of the series."""

    def __init__(self):
        super().__init__()
        self.loss = PackedNRMSELoss(normalize=PointNormType.STD_DEV)

    def forward(self, forecast, target, predicted, observed, sample, variate):
        return self.loss(forecast, target, predicted, observed, sample, variate)


def _packed(width=16):
    sample = torch.tensor([[1, 1, 1, 1, 2, 2, 2, 0]]).repeat(2, 1)
    time = torch.tensor([[0, 1, 2, 3, 0, 1, 2, 0]]).repeat(2, 1)
    predicted = torch.tensor([[0, 0, 1, 1, 0, 0, 1, 0]]).bool().repeat(2, 1)
    observed = torch.rand(2, 8, width) > 0.1
    return torch.rand(2, 8, width) + 0.1, observed, sample, time, torch.zeros_like(sample), predicted


def _sized():
    return (*_packed(), torch.tensor([[8, 8, 8, 8, 16, 16, 16, 8]]).repeat(2, 1))


SIZES = {"d_model": 64, "num_layers": 2, "max_seq_len": 64, "attn_dropout_p": 0.0, "dropout_p": 0.0}


def _mixture():
    return MixtureOutput([StudentTOutput(), NormalFixedScaleOutput(), NegativeBinomialOutput(), LogNormalOutput()])


def _moirai():
    return MoiraiModule(distr_output=_mixture(), patch_sizes=(8, 16), **SIZES)


def _moirai2():
    return Moirai2Module(patch_size=16, d_ff=64, num_predict_token=1, **SIZES)


def _moe():
    return MoiraiMoEModule(distr_output=_mixture(), patch_sizes=(8, 16), d_ff=64, **SIZES)


def _past():
    return torch.rand(2, 32, 1) + 0.1, torch.ones(2, 32, 1).bool(), torch.zeros(2, 32).bool()


LENGTHS = {"prediction_length": 16, "context_length": 32, "target_dim": 1}
FEATURES = {"feat_dynamic_real_dim": 0, "past_feat_dynamic_real_dim": 0}


def _auto():
    return MoiraiForecast(module=_moirai(), patch_size=16, num_samples=3, **LENGTHS, **FEATURES), _past()


def _next():
    model = Moirai2Forecast(module=_moirai2(), **{**LENGTHS, "prediction_length": 32}, **FEATURES)
    return model, _past()


def _experts():
    return MoiraiMoEForecast(module=_moe(), patch_size=16, num_samples=3, **LENGTHS, **FEATURES), _past()


def _rotary(**options):
    return QueryKeyProjection(proj_layer=RotaryProjection, kwargs={"max_len": 16}, **options)


def _encoder():
    model = TransformerEncoder(
        32, 2, num_heads=4, num_groups=2, var_attn_bias_layer=LinearAttentionBias, time_qk_proj_layer=_rotary
    )
    ids = {"var_id": torch.zeros(2, 6, dtype=torch.long), "time_id": torch.arange(6).repeat(2, 1)}
    return model, (torch.randn(2, 6, 32),), {"attn_mask": torch.ones(2, 6, 6).bool(), **ids}


def _error():
    target, observed, sample, _, variate, predicted = _packed()
    return _Error(), (torch.rand(2, 8, 16), target, predicted, observed, sample, variate)


def _scaler():
    target, observed, sample, _, variate, _ = _packed()
    return PackedStdScaler(), (target, observed, sample, variate)


MODELS = {
    "Moirai": lambda: (_Sampled(_moirai()), _sized()),
    "Forecast": _auto,
    "Quantiles": lambda: (_Quantiles(_moirai2()), _packed()),
    "Next": _next,
    "Experts": lambda: (_Sampled(_moe()), _sized()),
    "ExpertsForecast": _experts,
    "Likelihood": lambda: (_Likelihood(_moirai()), _sized()),
    "Encoder": _encoder,
    "FeedForward": lambda: (MoEFeedForward(4, 2, 16, 32), (torch.randn(2, 6, 16), torch.randn(4, 16))),
    "Scaler": _scaler,
    "Error": _error,
}
__getattr__ = factories(MODELS)
