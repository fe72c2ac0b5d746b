"""Smaller arguments for constructors of diffusers, which agree where the defaults agree."""

from typing import Any

import pytest
from fullgraph.runtime_check.target.models.diffusion.sizes import WAYS, smaller
from fullgraph.runtime_check.target.models.left_out import asked_for

TRANSFORMER = {
    "patch_size": 2,
    "num_layers": 24,
    "num_attention_heads": 24,
    "num_key_value_heads": 8,
    "attention_head_dim": 64,
    "joint_attention_dim": 4096,
    "caption_projection_dim": 1536,
    "ffn_dim": 8192,
    "axes_dims_rope": (16, 24, 24),
    "vace_layers": [0, 5, 10],
    "vocab_size": 30000,
    "pad_token_id": 29999,
}


def test_what_agrees_in_the_defaults_agrees_in_a_small_model() -> None:
    small = smaller(TRANSFORMER, "narrow")
    assert small["caption_projection_dim"] == small["num_attention_heads"] * small["attention_head_dim"] == 128
    assert sum(small["axes_dims_rope"]) == small["attention_head_dim"] == 64
    assert small["num_layers"] == 1 and small["vace_layers"] == [0]
    assert small["num_key_value_heads"] == 1
    assert small["joint_attention_dim"] < 4096 and small["ffn_dim"] < 8192
    assert small["pad_token_id"] < small["vocab_size"] == 256


@pytest.mark.parametrize(
    ("fields", "name", "width"),
    [
        ({"hidden_size": 3072, "num_attention_heads": 24}, "hidden_size", 2 * 128),
        ({"dim": 3840, "n_heads": 30, "n_kv_heads": 30}, "dim", 2 * 128),
        ({"model_dim": 2048, "axes_dims": (16, 24, 24)}, "model_dim", 2 * 64),
        ({"num_cross_attention_heads": 20, "cross_attention_head_dim": 112}, "cross_attention_head_dim", 112),
    ],
)
def test_the_width_of_a_head_stays(fields: dict[str, Any], name: str, width: int) -> None:
    assert smaller(fields, "narrow")[name] == width


def test_channels_of_stages_stay_in_proportion() -> None:
    assert smaller({"block_out_channels": (320, 640, 1280, 1280)}, "narrow")["block_out_channels"] == (32, 64, 128, 128)
    assert smaller({"block_out_channels": (320, 640)}, "channels")["block_out_channels"] == (64, 128)
    assert smaller({"block_out_channels": [4, 8, 16]}, "narrow")["block_out_channels"] == [4, 8, 16]


def test_the_last_way_changes_nothing() -> None:
    assert smaller(TRANSFORMER, WAYS[-1]) == TRANSFORMER


def _constructor(channels: Any = None, scale: Any = None, size: Any = None) -> Any:
    wide = 2 * channels
    assert size is None
    return wide * scale


@pytest.mark.parametrize(
    ("given", "expected"), [({}, "channels"), ({"channels": 2}, "scale"), ({"channels": 2, "scale": 2}, None)]
)
def test_the_argument_without_which_something_fails(given: dict[str, int], expected: str | None) -> None:
    found = None
    try:
        _constructor(**given)
    except TypeError as error:
        found = next(asked_for(error, {"channels", "scale", "size"} - set(given)), None)
    assert found == expected


def test_an_argument_that_the_message_names() -> None:
    error = ValueError("`in_channels` must be provided")
    assert list(asked_for(error, ["out_channels", "in_channels"])) == ["in_channels"]
