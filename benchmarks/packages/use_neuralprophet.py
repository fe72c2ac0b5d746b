"""Modules of neuralprophet: forecasts of time series from components."""

import logging

import numpy as np
import pandas as pd
import torch
from neuralprophet import NeuralProphet, set_log_level
from neuralprophet.custom_loss_metrics import PinballLoss
from seeded import factories
from torch import nn

DAYS = 150
EVENTS = pd.DataFrame({"event": "party", "ds": pd.to_datetime(["2021-02-03", "2021-04-05"])})


def _series(name, shift=0):
    days = np.arange(DAYS)
    return pd.DataFrame(
        {
            "ds": pd.date_range("2021-01-01", periods=DAYS),
            "y": np.sin(days / 7 + shift) + days / 50,
            "wind": np.cos(days / 5),
            "rain": np.sin(days / 3) ** 2,
            "ID": name,
        }
    )


def _fitted(*columns, prepare=None, events=False, names=("first",), **options):
    """A model after an epoch on short series, with a batch of its inputs, and their meta data."""
    set_log_level("ERROR")
    logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
    options = {"epochs": 1, "batch_size": 16, "learning_rate": 0.01, "trainer_config": {"logger": False}, **options}
    prophet = NeuralProphet(yearly_seasonality=3, **options)
    if prepare is not None:
        prepare(prophet)
    df = pd.concat([_series(name, shift) for shift, name in enumerate(names)])[["ds", "y", "ID", *columns]]
    if events:
        df = prophet.create_df_with_events(df, EVENTS)
    loaders = []
    loader_of = prophet._init_train_loader
    prophet._init_train_loader = lambda *args: loaders.append(loader_of(*args)) or loaders[-1]
    prophet.fit(df, freq="D", progress=None, minimal=True)
    inputs, targets, meta = next(iter(loaders[0]))
    model = prophet.model
    names = torch.tensor([model.id_dict[name] for name in meta["df_name"]]) if model.meta_used_in_model else None
    return model, inputs, targets, names


class _Prediction(nn.Module):
    """A prediction with its quantiles and its components."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, inputs, meta=None):
        return self.model({**inputs, "predict_mode": True}, meta, compute_components_flag=True)


class _Loss(nn.Module):
    """The loss of a batch."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, inputs, targets):
        predicted, _ = self.model(inputs)
        return self.model.loss_func(inputs, predicted, targets)


def _forecast(*columns, wrap=lambda model: model, **options):
    model, inputs, _, names = _fitted(*columns, **options)
    return wrap(model), (inputs, names)


def _loss(**options):
    model, inputs, targets, _ = _fitted(**options)
    return _Loss(model), (inputs, targets)


def _holidays(prophet):
    prophet.add_country_holidays("US", mode="multiplicative")
    prophet.add_events(["party"], lower_window=-1, upper_window=1)


def _regressors(prophet):
    prophet.add_future_regressor("wind")
    prophet.add_future_regressor("rain", mode="multiplicative")


def _lagged(prophet):
    prophet.add_lagged_regressor(["wind", "rain"], n_lags=4)


def _covariates(model):
    model.set_covar_weights(model.get_covar_weights())
    return _Prediction(model)


MODELS = {
    "Trend": lambda: _forecast(),
    "Autoregression": lambda: _forecast(n_lags=5, n_forecasts=3, ar_layers=[16, 8]),
    "Quantiles": lambda: _forecast(wrap=_Prediction, n_lags=5, n_forecasts=3, quantiles=[0.05, 0.1, 0.8, 0.9]),
    "Holidays": lambda: _forecast(prepare=_holidays, events=True, wrap=_Prediction),
    "Regressors": lambda: _forecast("wind", "rain", prepare=_regressors, wrap=_Prediction),
    "NeuralRegressors": lambda: _forecast("wind", "rain", prepare=_regressors, future_regressors_model="neural_nets"),
    "Covariates": lambda: _forecast("wind", "rain", prepare=_lagged, wrap=_covariates, n_lags=5, n_forecasts=2),
    "Series": lambda: _forecast(
        names=("first", "second", "third"), trend_global_local="local", season_global_local="local", n_changepoints=4
    ),
    "Glocal": lambda: _forecast(
        names=("first", "second"), season_global_local="glocal", trend_global_local="local", growth="discontinuous"
    ),
    "Loss": lambda: _loss(n_lags=4, n_forecasts=2, quantiles=[0.1, 0.9]),
    "Pinball": lambda: (
        PinballLoss(nn.SmoothL1Loss(reduction="none"), [0.5, 0.1, 0.9]),
        (torch.randn(4, 6, 3), torch.randn(4, 6, 1)),
    ),
}

__getattr__ = factories(MODELS)
