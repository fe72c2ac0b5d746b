"""Numbers over time for a model of transformers that forecasts."""

from __future__ import annotations

from typing import Any

from fullgraph.runtime_check.target.models.hf.maker import Maker


def _past_length(maker: Maker) -> int:
    return int(maker.look_up("context_length")) + int(max(maker.look_up("lags_sequence", [0])))


def _series(maker: Maker, length: int) -> Any:
    """One or several numbers for each point of time."""
    several = maker.look_up("num_input_channels", maker.look_up("input_size", 1))
    alone = several == 1 and maker.look_up("num_input_channels") is None
    return maker.floats(maker.dims.batch, length, *([] if alone else [int(several)]))


def past_values(maker: Maker) -> Any:
    return _series(maker, _past_length(maker))


def future_values(maker: Maker) -> Any:
    return _series(maker, int(maker.look_up("prediction_length", maker.look_up("horizon_length"))))


def observed(maker: Maker) -> Any:
    """1 where a value is known."""
    values = past_values(maker)
    return (values > -2).to(values.dtype)


def padding(maker: Maker) -> Any:
    """1 where nothing is known, which is nowhere."""
    return maker.torch.zeros(maker.made["past_values"].shape, dtype=maker.torch.long)


def frequency(maker: Maker) -> Any:
    return maker.torch.zeros(maker.dims.batch, 1, dtype=maker.torch.long)


def past_features(maker: Maker) -> Any:
    return maker.floats(maker.dims.batch, _past_length(maker), int(maker.look_up("num_time_features", 0)))


def future_features(maker: Maker) -> Any:
    length, count = int(maker.look_up("prediction_length")), int(maker.look_up("num_time_features", 0))
    return maker.floats(maker.dims.batch, length, count)
