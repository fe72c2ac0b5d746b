"""The arguments of a call of a model of diffusers, by their names."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from fullgraph.runtime_check.target.models.diffusion.call import FEW, PATCHES, SIDE, WORDS, Call, parts_of

Make = Callable[[Call], Any]


class UnknownInputError(Exception):
    """An argument that ``forward`` requires and that nobody knows how to make."""


def make(call: Call, name: str) -> Any:
    """The value of an argument. Raises `UnknownInputError`."""
    own = BY_CLASS.get((type(call.model).__name__, name))
    if own is not None:
        return own(call)
    value = _value(call, name)
    return (
        [value] * max(1, len(parts_of(call.model)))
        if _takes_list(call, name) and not isinstance(value, list)
        else value
    )


def _takes_list(call: Call, name: str) -> bool:
    if parts_of(call.model):
        return bool(_CONDITIONS.fullmatch(name)) or name in LISTED
    return call.annotation(name).startswith(("list[torch.tensor]", "list[float]"))


def _value(call: Call, name: str) -> Any:
    if name in BY_NAME:
        return BY_NAME[name](call)
    if _MAIN.fullmatch(name):
        return call.latents(name) if name not in _BESIDE else call.main(name)
    if _CONDITIONS.fullmatch(name):
        return call.condition(name)
    for pattern, maker in _PATTERNS:
        if pattern.fullmatch(name):
            return maker(call, name)
    if _WIDE.fullmatch(name):
        return call.wide(name)
    documented = call.documented(name)
    if documented is None:
        raise UnknownInputError(name)
    return documented


_MAIN = re.compile(r"hidden_states|sample|xs?|z|mel|(?!indices)(\w+_)?latents|latent_image_embeds")
_BESIDE = ("context_latents", "condition_latents")
"""Inputs beside the main one, with channels of their own."""
_CONDITIONS = re.compile(r"controlnet_cond|control_context|(control|clean|pose)_hidden_states|controls_latents")
_WIDE = re.compile(
    r"\w*(hidden_states|embeds?|_emb|projections?|pooled|text_bth|cap_feats|embedding|feats|prompt|clip|packed)\w*"
)
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[Call, str], Any]], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (r"(\w+_)?(timesteps?(_(?!ind)\w+)?|noise_time)|t|(\w+_)?sigma", lambda call, name: call.time(name)),
        (r"mask|\w*(attention|states|text|encoder|embedding)_mask(_\w+)?", lambda call, name: call.text_mask()),
        (r"indices_latents\w*", lambda call, name: call.torch.arange(call.sizes.frames)),
        (r"latents_(clean|history)\w*", lambda call, name: call.main(name)),
        (r"\w*attention_kwargs", lambda call, name: {}),
        (r"(\w+_)?input_ids", lambda call, name: call.integers(WORDS, call.batch, call.sizes.tokens)),
        (r"\w*(original|target|image|crop)_(size|sizes|coords)", lambda call, name: call.ones(call.batch, 2) * SIDE),
    )
)
"""Arguments by what their names look like."""


def _text_layers(call: Call) -> Any:
    """A text as each layer of its encoder has it, one for each layer of the model."""
    count = call.number("num_layers", 1) + call.number("num_single_layers", 0)
    width = call.sizes.width("text_encoder_layers")
    return [call.floats(call.batch, call.sizes.tokens, width) for _ in range(count)]


def _axes(call: Call) -> Any:
    """The numbers of the parts of a film, in each of its dimensions."""
    patch = call.config.get("patch_size")
    sides = patch if isinstance(patch, (list, tuple)) else (1, 1, 1)
    extents = (call.sizes.frames, call.sizes.side, call.sizes.side)
    return [call.torch.arange(extent // side) for extent, side in zip(extents, sides, strict=True)]


def _turns(call: Call) -> Any:
    """How far each pair of a head's values turns at each place of an image, as complex numbers."""
    pairs = call.config["hidden_size"] // call.config["num_attention_heads"] // 2
    angles = call.floats(call.sizes.side, call.sizes.side, pairs)
    return call.torch.polar(call.torch.ones_like(angles), angles)


def _image_slots(call: Call) -> Any:
    """True behind the text, where each place stands for four patches of the image."""
    return call.torch.arange(call.sizes.tokens + PATCHES**2 // 4).expand(call.batch, -1) >= call.sizes.tokens


def _all_tokens(call: Call) -> int:
    """The tokens of a text, one for the step, and the patches of an image."""
    return call.sizes.tokens + 1 + (call.sizes.side // call.number("patch_size", 1)) ** 2


def _reference_cache(call: Call) -> Any:
    """Where a model writes what it has seen of a reference image."""
    module = sys.modules[type(call.model).__module__]
    return module.WanAnimate2KVCache(call.number("num_layers", 1))


BY_NAME: Mapping[str, Make] = {
    "guidance": lambda call: call.ones(call.batch),
    "img_ids": lambda call: call.places(PATCHES**2),
    "txt_ids": lambda call: call.places(call.sizes.tokens),
    "img_shapes": lambda call: [[(1, PATCHES, PATCHES)]] * call.batch,
    "num_frames": lambda call: 1,
    "audio_num_frames": lambda call: PATCHES**2,
    "height": lambda call: PATCHES,
    "width": lambda call: PATCHES,
    "audio_hidden_states": lambda call: call.floats(call.batch, PATCHES**2, call.sizes.width("audio_hidden_states")),
    "class_labels": lambda call: call.ones(call.batch, kind="int64"),
    "fps": lambda call: call.ones(call.batch),
    "added_time_ids": lambda call: call.ones(call.batch, 3),
    "added_cond_kwargs": lambda call: {"resolution": None, "aspect_ratio": None},
    "micro_conds": lambda call: call.ones(call.batch, 5),
    "image_meta_size": lambda call: call.ones(call.batch, 6) * SIDE,
    "style": lambda call: call.integers(1, call.batch),
    "seconds": lambda call: call.ones(call.batch),
    "start_seconds": lambda call: call.ones(call.batch),
    "end_seconds": lambda call: call.ones(call.batch),
    "text_lens": lambda call: call.ones(call.batch, kind="int64") * call.sizes.tokens,
    "conditioning_scale": lambda call: 1.0,
    "controlnet_mode": lambda call: call.integers(1, call.batch, 1),
    "text_encoder_layers": _text_layers,
    "padding_mask": lambda call: call.ones(1, 1, call.sizes.side, call.sizes.side),
    "condition_mask": lambda call: call.frame_mask(),
    "conditioning_mask": lambda call: call.frame_mask(),
    "visual_rope_pos": _axes,
    "text_rope_pos": lambda call: call.torch.arange(call.sizes.tokens),
    "refer_audio_order_mask": lambda call: call.torch.arange(call.batch),
    "scale": lambda call: call.config["scales"][0],
    "prior_token_id": lambda call: call.integers(WORDS, call.batch, (call.sizes.side // 2) ** 2),
    "prior_token_drop": lambda call: call.torch.zeros(call.batch, dtype=call.torch.bool),
}
"""Arguments by name."""
BY_CLASS: Mapping[tuple[str, str], Make] = {
    ("ControlNetUnionModel", "controlnet_cond"): lambda call: [call.condition("controlnet_cond")],
    ("ControlNetUnionModel", "control_type"): lambda call: call.ones(call.batch, call.number("num_control_type", 6)),
    ("ControlNetUnionModel", "control_type_idx"): lambda call: [0],
    ("JoyImageEditPlusTransformer3DModel", "hidden_states"): lambda call: call.floats(
        call.batch, PATCHES**2, call.config["in_channels"], *call.config["patch_size"]
    ),
    ("JoyImageEditPlusTransformer3DModel", "shape_list"): lambda call: [[(1, PATCHES, PATCHES)]] * call.batch,
    # Each of its places becomes hundreds, each of which looks at some others.
    ("LTX2VideoDiffusionDecoderModel", "z"): lambda call: call.floats(
        call.batch, call.config["latent_channels"], FEW, FEW + 1, FEW + 1
    ),
    ("LuminaNextDiT2DModel", "image_rotary_emb"): _turns,
    ("OmniGenTransformer2DModel", "input_img_latents"): lambda call: [],
    ("OmniGenTransformer2DModel", "input_image_sizes"): lambda call: {},
    ("OmniGenTransformer2DModel", "attention_mask"): lambda call: call.ones(call.batch, *[_all_tokens(call)] * 2),
    ("OmniGenTransformer2DModel", "position_ids"): lambda call: call.torch.arange(_all_tokens(call)).repeat(
        call.batch, 1
    ),
    ("QwenImage21Transformer2DModel", "img_mask"): _image_slots,
    ("SanaWMTransformer3DModel", "timestep"): lambda call: call.ones(call.batch, 1, call.sizes.frames),
    ("StableCascadeUNet", "clip_text_pooled"): lambda call: call.floats(
        call.batch, 1, call.number("clip_text_pooled_in_channels", 1)
    ),
    ("T5FilmDecoder", "encodings_and_masks"): lambda call: [
        (call.floats(call.batch, call.sizes.tokens, call.config["d_model"]), call.ones(call.batch, call.sizes.tokens))
    ],
    ("WanAnimateTransformer3DModel", "pose_hidden_states"): lambda call: call.floats(
        call.batch, call.config["latent_channels"], call.sizes.frames - 1, call.sizes.side, call.sizes.side
    ),
    ("WanAnimateTransformer3DModel", "face_pixel_values"): lambda call: call.floats(
        call.batch, 3, 4 * call.sizes.frames - 7, *[call.number("motion_encoder_size", SIDE)] * 2
    ),
    ("BriaFibo2Transformer2DModel", "encoder_hidden_states"): lambda call: call.floats(
        call.batch,
        1 + len(call.config["injection_layer_ids"]),
        call.sizes.tokens,
        call.sizes.width("encoder_hidden_states"),
    ),
    ("UVit2DModel", "input_ids"): lambda call: call.integers(WORDS, call.batch, call.sizes.side, call.sizes.side),
    ("UniDiffuserModel", "image_embeds"): lambda call: call.floats(call.batch, 1, call.sizes.width("image_embeds")),
    ("WanAnimate2Transformer3DModel", "kv_cache"): _reference_cache,
    ("WanAnimate2Transformer3DModel", "kv_cache_mode"): lambda call: "extract",
    ("WanAnimate2Transformer3DModel", "seq_len"): lambda call: (call.sizes.side // 2) ** 2,
    ("WanAnimate2Transformer3DModel", "offset_grid_sizes"): lambda call: call.torch.tensor(
        [[1, call.sizes.side // 2, call.sizes.side // 2]] * call.batch
    ),
    ("WanVACETransformer3DModel", "control_hidden_states_scale"): lambda call: call.ones(
        len(call.config["vace_layers"])
    ),
}
"""Arguments by class and name, where the name alone does not tell."""


USUAL = frozenset(
    "timestep encoder_hidden_states img_ids txt_ids img_shapes num_frames height width pooled_projections "
    "encoder_hidden_states_mask offset_grid_sizes latents_clean indices_latents_clean latents_history_2x "
    "indices_latents_history_2x latents_history_4x indices_latents_history_4x".split()
)
"""Arguments that have a default and that pipelines always give."""
LISTED = frozenset({"xs", "conditioning_scale", "controlnet_mode"})
"""Arguments of models made of others that have one for each of these."""
