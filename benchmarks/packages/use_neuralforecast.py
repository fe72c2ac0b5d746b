import torch
from neuralforecast import models
from neuralforecast.losses import pytorch as objectives
from seeded import factories

HORIZON, WINDOW, SERIES = 4, 16, 3
MULTIVARIATE = {
    "MLPMultivariate",
    "RMoK",
    "SOFTS",
    "StemGNN",
    "TSMixer",
    "TSMixerx",
    "TimeMixer",
    "TimeXer",
    "iTransformer",
    "XLinear",
}


def _model(name, exogenous=False, **kwargs):
    def build():
        options = {"h": HORIZON, "input_size": WINDOW, "max_steps": 1, **kwargs}
        if exogenous:
            options |= {"futr_exog_list": ["price"], "hist_exog_list": ["sales"], "stat_exog_list": ["store"]}
        if name in MULTIVARIATE:
            options["n_series"] = SERIES
        batch = {
            "insample_y": torch.randn(2, WINDOW, SERIES if name in MULTIVARIATE else 1),
            "insample_mask": torch.ones(2, WINDOW, SERIES if name in MULTIVARIATE else 1),
            "futr_exog": None,
            "hist_exog": None,
            "stat_exog": None,
        }
        if exogenous:
            shape = (SERIES,) if name in MULTIVARIATE else ()
            batch["futr_exog"] = torch.randn(2, *((1, WINDOW + HORIZON, *shape) if shape else (WINDOW + HORIZON, 1)))
            batch["hist_exog"] = torch.randn(2, *((1, WINDOW, *shape) if shape else (WINDOW, 1)))
            batch["stat_exog"] = torch.randn(SERIES, 1) if shape else torch.randn(2, 1)
        return getattr(models, name)(**options), (batch,)

    return build


def _loss(build, *shape):
    return lambda: (build(), (torch.rand(2, HORIZON, 1) + 0.1, torch.rand(2, HORIZON, *(shape or (1,))) + 0.1))


MODELS = {
    "MLP": _model("MLP", hidden_size=16),
    "NBEATS": _model("NBEATS", mlp_units=3 * [[16, 16]]),
    "NBEATSx": _model("NBEATSx", exogenous=True, mlp_units=3 * [[16, 16]]),
    "NHITS": _model("NHITS", exogenous=True, mlp_units=3 * [[16, 16]]),
    "DLinear": _model("DLinear", moving_avg_window=5),
    "NLinear": _model("NLinear"),
    "TiDE": _model("TiDE", exogenous=True, hidden_size=16, decoder_output_dim=8, temporal_decoder_dim=16),
    "DeepNPTS": _model("DeepNPTS", hidden_size=16),
    "KAN": _model("KAN", hidden_size=16),
    "TFT": _model("TFT", exogenous=True, hidden_size=16),
    "Informer": _model("Informer", hidden_size=16, n_head=2, conv_hidden_size=16),
    "Autoformer": _model("Autoformer", hidden_size=16, n_head=2, conv_hidden_size=16, MovingAvg_window=5),
    "FEDformer": _model("FEDformer", hidden_size=16, n_head=8, conv_hidden_size=16, modes=4, MovingAvg_window=5),
    "VanillaTransformer": _model("VanillaTransformer", hidden_size=16, n_head=2, conv_hidden_size=16),
    "PatchTST": _model(
        "PatchTST", hidden_size=16, n_heads=2, linear_hidden_size=16, encoder_layers=1, patch_len=4, stride=2
    ),
    "TimesNet": _model("TimesNet", hidden_size=8, conv_hidden_size=8, encoder_layers=1, top_k=2, num_kernels=2),
    "RNN": _model("RNN", encoder_hidden_size=8, decoder_hidden_size=8),
    "LSTM": _model("LSTM", exogenous=True, encoder_hidden_size=8, decoder_hidden_size=8),
    "GRU": _model("GRU", encoder_hidden_size=8, decoder_hidden_size=8, recurrent=True),
    "TCN": _model("TCN", encoder_hidden_size=8, decoder_hidden_size=8),
    "DilatedRNN": _model("DilatedRNN", encoder_hidden_size=8, decoder_hidden_size=8, cell_type="GRU"),
    "DilatedResidualRNN": _model("DilatedRNN", encoder_hidden_size=8, decoder_hidden_size=8, cell_type="ResLSTM"),
    "DeepAR": _model("DeepAR", lstm_hidden_size=8),
    "BiTCN": _model("BiTCN", exogenous=True, hidden_size=8),
    "StemGNN": _model("StemGNN", multi_layer=2),
    "TSMixer": _model("TSMixer", ff_dim=8, n_block=1),
    "TSMixerx": _model("TSMixerx", exogenous=True, ff_dim=8, n_block=1),
    "MLPMultivariate": _model("MLPMultivariate", hidden_size=16),
    "SOFTS": _model("SOFTS", hidden_size=16, d_core=8, e_layers=1, d_ff=16),
    "TimeMixer": _model("TimeMixer", d_model=8, d_ff=8, e_layers=1),
    "TimeXer": _model("TimeXer", hidden_size=16, n_heads=2, e_layers=1, d_ff=16, patch_len=4),
    "RMoK": _model("RMoK"),
    "Quantiles": _model("NHITS", mlp_units=3 * [[16, 16]], loss=objectives.MQLoss(level=[80, 90])),
    "StudentT": _model("NHITS", mlp_units=3 * [[16, 16]], loss=objectives.DistributionLoss("StudentT", level=[80])),
    "HuberLoss": _loss(objectives.HuberLoss),
    "MQLoss": _loss(lambda: objectives.MQLoss(level=[80]), 1, 3),
    "sMAPE": _loss(objectives.SMAPE),
}

__getattr__ = factories(MODELS)
