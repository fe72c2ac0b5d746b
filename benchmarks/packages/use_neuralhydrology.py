import torch
from neuralhydrology.modelzoo import get_model
from neuralhydrology.training.loss import MaskedCMALLoss, MaskedGMMLoss, MaskedNSELoss
from neuralhydrology.utils.config import Config
from seeded import factories
from torch import nn

FORCINGS = ["prcp", "srad", "tmax", "tmin"]
STATICS = ["elevation", "slope", "area"]
STEPS = 12


def _config(model, **options):
    return Config(
        {
            "model": model,
            "head": "regression",
            "hidden_size": 16,
            "output_dropout": 0.1,
            "output_activation": "linear",
            "initial_forget_bias": 3.0,
            "target_variables": ["discharge"],
            "dynamic_inputs": FORCINGS,
            "static_attributes": STATICS,
            "use_frequencies": [],
            "seq_length": STEPS,
            "predict_last_n": 1,
            **options,
        }
    )


def _series(names, steps=STEPS, batch=3):
    return {name: torch.rand(batch, steps, 1) for name in names}


def _data(names=FORCINGS, statics=True, batch=3):
    data = {"x_d": _series(names, batch=batch)}
    return {**data, "x_s": torch.randn(batch, len(STATICS))} if statics else data


def _forecast_data(hindcast=8, forecast=4, batch=3):
    return {
        "x_d_hindcast": _series(["prcp", "tmax"], hindcast, batch),
        "x_d_forecast": _series(["prcp", "tmax"], forecast, batch),
        "x_s": torch.randn(batch, len(STATICS)),
    }


def _frequency_data(batch=2):
    return {
        "x_d_1D": _series(FORCINGS, 10, batch),
        "x_d_1h": _series(FORCINGS, 48, batch),
        "x_s_1D": torch.randn(batch, len(STATICS)),
        "x_s_1h": torch.randn(batch, len(STATICS)),
    }


def _embedding(size):
    return {"type": "fc", "hiddens": [12, size], "activation": "tanh", "dropout": 0.1}


def _network(*hiddens):
    return {"type": "fc", "hiddens": list(hiddens), "activation": "tanh", "dropout": 0.0}


class _Loss(nn.Module):
    """A model with the loss that it is trained with, on observations with gaps."""

    def __init__(self, config, loss):
        super().__init__()
        self.model = get_model(config)
        self.loss = loss(config)

    def forward(self, data):
        prediction = self.model(data)
        loss, parts = self.loss(prediction, data)
        return prediction, loss, parts


class _Gaps(nn.Module):
    """A model that sees forcings with gaps."""

    def __init__(self, config):
        super().__init__()
        self.model = get_model(config)

    def forward(self, data):
        return self.model(data)["y_hat"]


def _observed(batch=3):
    data = _data(batch=batch)
    y = torch.rand(batch, STEPS, 1)
    y[0, -1] = torch.nan
    return {**data, "y": y, "per_basin_target_stds": torch.rand(batch, 1, 1) + 0.5}


def _gappy():
    data = _data()
    data["x_d"]["srad"][0, 2:5] = torch.nan
    data["x_d"]["tmax"][1] = torch.nan
    return data


def _lagged():
    data = _data([*FORCINGS, "discharge_shift1"])
    data["x_d"]["discharge_shift1"][0, 5:] = torch.nan
    data["x_d"]["discharge_shift1"][2, 3:8] = torch.nan
    return data


def _forecast(model, **options):
    inputs = ["prcp", "tmax"]
    return get_model(
        _config(
            model,
            hindcast_inputs=inputs,
            forecast_inputs=inputs,
            dynamic_inputs=inputs,
            forecast_seq_length=4,
            **options,
        )
    )


def _frequencies(model, **options):
    return get_model(
        _config(
            model,
            use_frequencies=["1D", "1h"],
            seq_length={"1D": 10, "1h": 48},
            predict_last_n={"1D": 1, "1h": 24},
            **options,
        )
    )


MODELS = {
    "EntityAware": lambda: (get_model(_config("ealstm")), (_data(),)),
    "Lstm": lambda: (
        _Loss(_config("cudalstm", statics_embedding=_embedding(4), dynamics_embedding=_embedding(6)), MaskedNSELoss),
        (_observed(),),
    ),
    "MassConserving": lambda: (
        get_model(_config("mclstm", dynamic_inputs=FORCINGS[1:], mass_inputs=["prcp"])),
        (_data(),),
    ),
    "MultiTimescale": lambda: (
        _frequencies("mtslstm", transfer_mtslstm_states={"h": "linear", "c": "identity"}),
        (_frequency_data(),),
    ),
    "Autoregressive": lambda: (
        get_model(_config("arlstm", autoregressive_inputs=["discharge_shift1"])),
        (_lagged(),),
    ),
    "Hybrid": lambda: (
        get_model(
            _config(
                "hybrid_model",
                conceptual_model="SHM",
                dynamic_conceptual_inputs=["prcp", "pet", "tmin", "tmax"],
                warmup_period=4,
                custom_normalization={
                    name: {"centering": "None", "scaling": "None"}
                    for name in ("prcp", "pet", "tmin", "tmax", "discharge")
                },
            )
        ),
        (_data([*FORCINGS, "pet"]),),
    ),
    "Mixture": lambda: (_Loss(_config("customlstm", head="gmm", n_distributions=3), MaskedGMMLoss), (_observed(),)),
    "Ode": lambda: (
        _frequencies("odelstm", ode_method="rk4", ode_num_unfolds=2, ode_random_freq_lower_bound="1D"),
        (_frequency_data(),),
    ),
    "Handoff": lambda: (
        _forecast(
            "handoff_forecast_lstm",
            hindcast_hidden_size=12,
            forecast_hidden_size=8,
            state_handoff_network=_network(10, 6),
        ),
        (_forecast_data(),),
    ),
    "Transformer": lambda: (
        get_model(
            _config(
                "transformer",
                statics_embedding=_embedding(4),
                dynamics_embedding=_embedding(8),
                transformer_nheads=4,
                transformer_nlayers=2,
                transformer_dim_feedforward=24,
                transformer_positional_encoding_type="sum",
                transformer_positional_dropout=0.1,
                transformer_dropout=0.1,
            )
        ),
        (_data(),),
    ),
    "Gaps": lambda: (
        _Gaps(
            _config(
                "gru",
                dynamic_inputs=[["prcp"], ["srad", "tmax"], ["tmin"]],
                nan_handling_method="attention",
                dynamics_embedding=_embedding(6),
                statics_embedding=_embedding(4),
            )
        ),
        (_gappy(),),
    ),
    "Laplacian": lambda: (
        _Loss(_config("gru", head="cmal", n_distributions=3), MaskedCMALLoss),
        (_observed(),),
    ),
    "MultiHead": lambda: (
        _forecast("multihead_forecast_lstm", forecast_network=_network(12, 6)),
        (_forecast_data(),),
    ),
}

__getattr__ = factories(MODELS)
