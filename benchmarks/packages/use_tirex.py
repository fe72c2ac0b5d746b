"""Modules of tirex-ts: forecasts of time series."""

from unittest import mock

import torch
from seeded import factories
from tirex.models.classification import TirexLinearClassifier
from tirex.models.embedding import TiRexEmbedding
from tirex.models.patcher import PatchedTokenizer
from tirex.models.slstm.block import sLSTMBlock, sLSTMBlockConfig
from tirex.models.tirex import TiRexZero
from tirex.util import frequency_resample, nanmax, nanmin, nanstd, resample, run_fft_analysis, select_quantile_subset
from torch import nn

QUANTILES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


class _Forecast(nn.Module):
    """Quantiles and means of the next steps."""

    def __init__(self, model, **options):
        super().__init__()
        self.model = model
        self.options = options

    def forward(self, context):
        return self.model.forecast(context, **self.options)


class _Quantiles(nn.Module):
    """Some of the quantiles of a forecast without the frame of batches."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, context):
        quantiles, mean = self.model._forecast_quantiles(context, prediction_length=20, max_accelerated_rollout_steps=2)
        return select_quantile_subset(quantiles, [0.1, 0.5, 0.9]), mean


class _Classified(nn.Module):
    """The classes of series."""

    def __init__(self, classifier):
        super().__init__()
        self.classifier = classifier

    def forward(self, series):
        return self.classifier.predict(series), self.classifier.predict_proba(series)


class _Patches(nn.Module):
    """Series in scaled patches, and back."""

    def __init__(self, tokenizer):
        super().__init__()
        self.tokenizer = tokenizer

    def forward(self, series):
        patches, state = self.tokenizer.input_transform(series)
        return self.tokenizer.output_transform(torch.nan_to_num(patches), state)


class _Spectrum(nn.Module):
    """The frequencies of a series and their peaks."""

    def forward(self, series):
        return run_fft_analysis(series, min_period=4)


class _Rescaled(nn.Module):
    """A series with fewer steps, and a forecast in its own steps."""

    def forward(self, series, forecast):
        shorter, _factor, back = frequency_resample(series, 120, patch_size=16, max_period=200)
        return shorter, back(forecast)


class _Windows(nn.Module):
    """A series averaged over windows."""

    def forward(self, series):
        return resample(series, 0.4), resample(series, 1.5, window_position="left")


class _Extremes(nn.Module):
    """Statistics that leave out what is missing."""

    def forward(self, series):
        return nanmax(series, dim=-1), nanmin(series, dim=-1), nanstd(series, dim=-1, keepdim=True)


def _initialized(module):
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.1)
    return module


def _model():
    config = {
        "input_patch_size": 8,
        "output_patch_size": 8,
        "quantiles": QUANTILES,
        "block_kwargs": {"num_blocks": 2, "embedding_dim": 32, "num_heads": 4},
        "input_ff_dim": 64,
    }
    return _initialized(TiRexZero("torch", config, train_ctx_len=64))


def _embedding(**options):
    with mock.patch("tirex.models.embedding.load_model", return_value=_model()):
        return TiRexEmbedding(device="cpu", **options)


def _classifier():
    with mock.patch("tirex.models.embedding.load_model", return_value=_model()):
        classifier = TirexLinearClassifier(device="cpu", dropout=0.1)
    classifier.head = nn.Linear(128, 3)
    return classifier


def _block():
    return _initialized(sLSTMBlock(sLSTMBlockConfig(32, 4), "torch"))


def _series(*shape):
    series = torch.randn(*shape).cumsum(-1)
    series[..., 3:5] = torch.nan
    return series


def _waves(length):
    return torch.sin(torch.arange(length) * 2 * torch.pi / 12) + 0.1 * torch.randn(length)


MODELS = {
    "Forecast": lambda: (_Forecast(_model(), prediction_length=20), (_series(3, 60),)),
    "Batches": lambda: (
        _Forecast(_model(), prediction_length=12, output_type="numpy", batch_size=2),
        ([_series(40), _series(64), _series(30)],),
    ),
    "Quantiles": lambda: (_Quantiles(_model()), (_series(2, 80),)),
    "Embedding": lambda: (_embedding(data_augmentation=True, batch_size=2), (_series(3, 2, 60),)),
    "Classified": lambda: (_Classified(_classifier()), (_series(3, 2, 48),)),
    "Extremes": lambda: (_Extremes(), (_series(4, 20),)),
    "Block": lambda: (_block(), (torch.randn(2, 8, 32),)),
    "Patches": lambda: (_Patches(PatchedTokenizer(8)), (_series(2, 32),)),
    "Spectrum": lambda: (_Spectrum(), (_waves(200),)),
    "Rescaled": lambda: (_Rescaled(), (_waves(400), torch.randn(9, 60))),
    "Windows": lambda: (_Windows(), (_series(2, 50),)),
}
__getattr__ = factories(MODELS)
