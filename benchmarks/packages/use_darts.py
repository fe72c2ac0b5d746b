import logging

import numpy as np
import torch
from darts.models import (
    BlockRNNModel,
    DLinearModel,
    NBEATSModel,
    NHiTSModel,
    NLinearModel,
    RNNModel,
    TCNModel,
    TFTModel,
    TiDEModel,
    TransformerModel,
    TSMixerModel,
)
from darts.utils.data.torch_datasets.utils import PLModuleInput, TorchTrainingSample
from darts.utils.likelihood_models.torch import GaussianLikelihood, QuantileRegression
from seeded import factories
from torch import nn

logging.getLogger("darts").setLevel(logging.ERROR)

PAST, FUTURE = 12, 4


class _Forecast(nn.Module):
    """The module of a forecasting model, built for the shapes of a sample, on a batch."""

    def __init__(self, model, past_covariates=0, future_covariates=0, static=0):
        super().__init__()

        def values(time, width):
            return np.random.rand(time, width).astype(np.float32) if width else None

        self.module = model._create_model(
            TorchTrainingSample(
                past_target=values(PAST, 2),
                past_covariates=values(PAST, past_covariates),
                historic_future_covariates=values(PAST, future_covariates),
                future_covariates=values(FUTURE, future_covariates),
                static_covariates=values(2, static),
                future_target=values(FUTURE, 2),
            )
        )

    def forward(self, target, past=None, historic=None, future=None, static=None):
        batch = PLModuleInput(
            past_target=target,
            past_covariates=past,
            historic_future_covariates=historic,
            future_covariates=future,
            static_covariates=static,
        )
        return self.module(batch).prediction


class _Loss(nn.Module):
    """The negative log-likelihood of a forecast."""

    def __init__(self, likelihood, model):
        super().__init__()
        self.likelihood = likelihood
        self.forecast = _Forecast(model)

    def forward(self, target, future):
        return self.likelihood.compute_loss(self.forecast(target), future, None)


def _target():
    return torch.rand(3, PAST, 2)


def _future():
    return torch.rand(3, PAST, 3), torch.rand(3, FUTURE, 3)


MODELS = {
    "NBeats": lambda: (_Forecast(NBEATSModel(PAST, FUTURE, num_stacks=3, layer_widths=16)), (_target(),)),
    "NBeatsInterpretable": lambda: (
        _Forecast(NBEATSModel(PAST, FUTURE, generic_architecture=False, num_blocks=2, layer_widths=16), 1),
        (_target(), torch.rand(3, PAST, 1)),
    ),
    "NHiTS": lambda: (_Forecast(NHiTSModel(PAST, FUTURE, layer_widths=16)), (_target(),)),
    "TFT": lambda: (
        _Forecast(TFTModel(PAST, FUTURE, hidden_size=8, num_attention_heads=2, full_attention=True), 1, 3),
        (_target(), torch.rand(3, PAST, 1), *_future()),
    ),
    "TCN": lambda: (_Forecast(TCNModel(PAST, FUTURE, weight_norm=True)), (_target(),)),
    "TiDE": lambda: (
        _Forecast(TiDEModel(PAST, FUTURE, hidden_size=16, temporal_width_past=2), 1, 3, 2),
        (_target(), torch.rand(3, PAST, 1), *_future(), torch.rand(3, 2, 2)),
    ),
    "DLinear": lambda: (
        _Forecast(DLinearModel(PAST, FUTURE, kernel_size=5), 0, 3),
        (_target(), None, *_future()),
    ),
    "NLinear": lambda: (_Forecast(NLinearModel(PAST, FUTURE, normalize=True)), (_target(),)),
    "BlockLSTM": lambda: (_Forecast(BlockRNNModel(PAST, FUTURE, model="LSTM", hidden_dim=8)), (_target(),)),
    "RecurrentGRU": lambda: (
        _Forecast(RNNModel(PAST, model="GRU", hidden_dim=8, training_length=PAST), 0, 3),
        (_target(), None, *_future()),
    ),
    "Seq2Seq": lambda: (
        _Forecast(
            TransformerModel(
                PAST, FUTURE, d_model=16, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=16
            )
        ),
        (_target(),),
    ),
    "TSMixer": lambda: (
        _Forecast(TSMixerModel(PAST, FUTURE, hidden_size=8, ff_size=8, use_reversible_instance_norm=True), 1, 3, 2),
        (_target(), torch.rand(3, PAST, 1), *_future(), torch.rand(3, 2, 2)),
    ),
    "QuantileLoss": lambda: (
        _Loss(
            likelihood := QuantileRegression([0.1, 0.5, 0.9]),
            BlockRNNModel(PAST, FUTURE, model="RNN", hidden_dim=8, likelihood=likelihood),
        ),
        (_target(), torch.rand(3, FUTURE, 2)),
    ),
    "GaussianLoss": lambda: (
        _Loss(likelihood := GaussianLikelihood(), DLinearModel(PAST, FUTURE, kernel_size=5, likelihood=likelihood)),
        (_target(), torch.rand(3, FUTURE, 2)),
    ),
}


__getattr__ = factories(MODELS)
