"""Sound for a model of transformers: waves, spectra and what goes with them."""

from __future__ import annotations

from typing import Any

from fullgraph.runtime_check.target.models.hf.maker import HIDDEN_STATES, Maker

WAVE = 2000
"""Samples of sound for each batch row; long enough for the strides of speech models."""
FEATURES = 80
_FEATURES = (
    "num_mel_bins",
    "input_feat_per_channel",
    "feature_projection_input_dim",
    "feature_size",
    "input_dim",
    "input_feat_size",
)
"""The fields that tell how wide a frame of sound is."""
_STACKED = {"granite_speech5_ctc": 4, "granite_speech5_encoder": 4}
"""By ``model_type``: how many frames of sound come as one."""


def _samples(maker: Maker) -> int:
    return (4 if "ForXVector" in maker.name else 1) * WAVE + 100 * maker.dims.sequence


def input_values(maker: Maker) -> Any:
    if maker.name in HIDDEN_STATES:
        return maker.floats(maker.dims.batch, maker.dims.sequence, int(maker.config.hidden_size))
    if (
        maker.look_up("patch_size") is not None
        and maker.look_up("max_length") is not None
        and maker.look_up("num_mel_bins")
    ):
        return maker.floats(maker.dims.batch, int(maker.look_up("max_length")), int(maker.look_up("num_mel_bins")))
    return maker.floats(maker.dims.batch, *([1] if maker.plan.other else []), _samples(maker))


def _bins(maker: Maker) -> int:
    """How wide a frame of sound is; where no field tells, as the first convolution of what makes fewer frames of it."""
    found = next((value for value in map(maker.look_up, _FEATURES) if type(value) is int), None)
    return int(found or (maker.look_up("subsampling_conv_channels") or [FEATURES])[0])


def _stacked(maker: Maker) -> int:
    return int(maker.look_up("num_stacked_frames", _STACKED.get(maker.config.model_type, 1)))


def input_features(maker: Maker) -> Any:
    bins = _bins(maker)
    if maker.look_up("spec_size") is not None:
        return maker.floats(maker.dims.batch, 1, int(maker.look_up("spec_size")), bins)
    positions = maker.look_up("max_source_positions")
    if maker.look_up("num_mel_bins") is not None and isinstance(positions, int):
        return maker.floats(maker.dims.batch, bins, _whole_windows(maker, 2 * positions))
    bins *= _stacked(maker)
    length = _whole_windows(maker, 4 * maker.dims.sequence)
    swapped = maker.plan.other and "input_values" not in maker.parameters
    return maker.floats(maker.dims.batch, *((bins, length) if swapped else (length, bins)))


def _whole_windows(maker: Maker, length: int) -> int:
    """At least so many frames of sound that fill windows, where a model attends within such."""
    window = 2 * int(maker.look_up("n_window", 1))
    return -(-length // window) * window if window > 2 else length


def decoder_input_values(maker: Maker) -> Any:
    bins = maker.config.hidden_size if maker.name in HIDDEN_STATES else maker.look_up("num_mel_bins")
    return maker.floats(maker.dims.batch, maker.dims.target, int(bins))


def spectrogram(maker: Maker) -> Any:
    """The values that the decoder is to continue: so many frames for each of its steps."""
    frames = maker.dims.target * int(maker.look_up("reduction_factor", 1))
    return maker.floats(maker.dims.batch, frames, int(maker.look_up("num_mel_bins")))


def speakers(maker: Maker) -> Any:
    width = maker.look_up("speaker_embedding_dim")
    return None if width is None or maker.name in HIDDEN_STATES else maker.floats(maker.dims.batch, int(width))


def features_mask(maker: Maker) -> Any:
    """All of the frames of sound."""
    features = maker.made.get("input_features")
    if features is None:
        return None
    wide = features.shape[-1] in (_bins(maker), _bins(maker) * _stacked(maker))
    length = features.shape[1] if wide else features.shape[-1]
    return maker.torch.ones(maker.dims.batch, length, dtype=maker.torch.long)


def padded_frames(maker: Maker) -> Any:
    """None of the frames of sound."""
    return maker.torch.zeros(maker.made["audio_mel"].shape[:2], dtype=maker.torch.bool)
