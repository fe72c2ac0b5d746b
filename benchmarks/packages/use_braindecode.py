import inspect

import torch
from braindecode import models, modules
from seeded import factories

CHANNELS = 8
NAMES = ["Fp1", "Fp2", "C3", "C4", "P3", "P4", "O1", "O2"]


def _places():
    from math import cos, pi, sin

    return [
        {"ch_name": name, "loc": [0.0, 0.0, 0.0, 0.09 * cos(pi * i / 4), 0.09 * sin(pi * i / 4), 0.02]}
        for i, name in enumerate(NAMES)
    ]


def _model(name, times=1000, rate=250, **kwargs):
    def build():
        wanted = inspect.signature(getattr(models, name)).parameters
        common = {"n_chans": CHANNELS, "n_outputs": 4, "n_times": times, "sfreq": rate}
        given = {key: value for key, value in common.items() if key in wanted}
        if "n_times" not in wanted or name in ("ATCNet", "EEGInceptionMI"):
            given.pop("n_times", None)
            if "input_window_seconds" in wanted:
                given["input_window_seconds"] = times / rate
        return getattr(models, name)(**{**given, **kwargs}), (torch.randn(2, kwargs.get("n_chans", CHANNELS), times),)

    return build


MODELS = {
    "ATCNet": _model("ATCNet"),
    "AttentionBaseNet": _model("AttentionBaseNet"),
    "AttentionBaseNetSE": _model("AttentionBaseNet", attention_mode="se", reduction_rate=4),
    "BDTCN": _model("BDTCN"),
    "BIOT": _model("BIOT", rate=200, embed_dim=32, num_heads=2, num_layers=1),
    "CTNet": _model("CTNet"),
    "ContraWR": _model("ContraWR", emb_size=32, res_channels=[8, 16, 16]),
    "Deep4Net": _model("Deep4Net"),
    "DGCNN": _model("DGCNN", times=200, n_filters=8, chs_info=_places()),
    "EEGConformer": _model("EEGConformer", num_layers=1),
    "EEGITNet": _model("EEGITNet"),
    "EEGInceptionERP": _model("EEGInceptionERP"),
    "EEGInceptionMI": _model("EEGInceptionMI", n_filters=8),
    "EEGMiner": _model("EEGMiner"),
    "EEGMinerCorrelation": _model("EEGMiner", method="corr"),
    "EEGNeX": _model("EEGNeX"),
    "EEGNet": _model("EEGNet"),
    "EEGSimpleConv": _model("EEGSimpleConv", feature_maps=8),
    "EEGTCNet": _model("EEGTCNet"),
    "FBCNet": _model("FBCNet"),
    "FBLightConvNet": _model("FBLightConvNet"),
    "FBMSNet": _model("FBMSNet"),
    "HybridNet": _model("HybridNet"),
    "IFNet": _model("IFNet"),
    "MEDFormer": _model("MEDFormer", embed_dim=16, num_heads=2, num_layers=1),
    "MSVTNet": _model("MSVTNet"),
    "SCCNet": _model("SCCNet"),
    "SPARCNet": _model("SPARCNet"),
    "SSTDPN": _model("SSTDPN"),
    "ShallowFBCSPNet": _model("ShallowFBCSPNet"),
    "SincShallowNet": _model("SincShallowNet"),
    "SleepStagerChambon2018": _model("SleepStagerChambon2018", times=3000, rate=100),
    "AttnSleep": _model("AttnSleep", times=3000, rate=100, n_chans=1),
    "SyncNet": _model("SyncNet"),
    "TCN": _model("TCN", times=200),
    "TIDNet": _model("TIDNet"),
    "TSception": _model("TSception"),
    "USleep": _model("USleep", times=3000, rate=100, depth=4),
    "PBT": _model("PBT", embed_dim=16, num_layers=1, num_heads=2),
    "CBraMod": _model("CBraMod", rate=200, times=800, n_layer=1, dim_feedforward=32),
    "SignalJEPA": _model("SignalJEPA_PreLocal", rate=128, chs_info=_places(), n_chans=CHANNELS),
    "FilterBankLayer": lambda: (
        modules.FilterBankLayer(n_chans=CHANNELS, sfreq=250, band_filters=[(4, 8), (8, 12)]),
        (torch.randn(2, CHANNELS, 500),),
    ),
    "CombinedConv": lambda: (modules.CombinedConv(CHANNELS, 6, 6), (torch.randn(2, 1, 100, CHANNELS),)),
}

__getattr__ = factories(MODELS)
