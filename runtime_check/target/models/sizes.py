"""A configuration with fewer and narrower layers, from the names of its fields.

Configurations of transformers share their vocabulary: what ends in ``hidden_size`` or ``_dim`` is a width, what ends in
``_layers`` a depth. Every width becomes the same number, so that parts that must fit together still do; heads, groups
and lists of widths are powers of two, so that what must divide still divides. Numbers that are small already, floats,
strings and everything with an unknown name stay. `family_sizes` has what names alone do not tell.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from fullgraph.runtime_check.target.models.family_sizes import FAMILIES as FAMILIES
from fullgraph.runtime_check.target.models.family_sizes import LEFT_OUT as LEFT_OUT
from fullgraph.runtime_check.target.models.family_sizes import REQUIRED as REQUIRED
from fullgraph.runtime_check.target.models.family_sizes import ROPE_SECTIONS as ROPE_SECTIONS
from fullgraph.runtime_check.target.models.family_sizes import TIMM as TIMM
from fullgraph.runtime_check.target.models.family_sizes import WITH_PARTS as WITH_PARTS
from fullgraph.runtime_check.target.models.limits import (
    CODEBOOKS,
    EXPERTS,
    FIRST_STAGE,
    FLOWS,
    FRAMES,
    FRAMES_OF_FILM,
    HEAD_WIDTH,
    HEADS,
    IMAGE,
    ITERATIONS,
    KEY_VALUE_HEADS,
    LARGE_PATCH,
    LAYERS,
    PATCHES,
    POSITIONS,
    QUERIES,
    SCALE,
    SPAN,
    SPEAKER_WIDTH,
    STAGES,
    STEPS,
    WINDOW,
)
from fullgraph.runtime_check.target.models.limits import VOCABULARY as VOCABULARY
from fullgraph.runtime_check.target.models.limits import WIDTH as WIDTH

Way = Literal["narrow", "longer", "deep", "scaled", "shallow"]
"""How a model becomes small. All have a small vocabulary. ``narrow``: few layers, and every width is the same number;
``longer``: twice as many layers, for models that need several of a kind; ``deep``: as many layers as by default, for
models that need each of them; ``scaled``: few layers whose widths stay in proportion, and numbers of heads as they are;
``shallow``: few layers, widths and images as they are."""
WAYS: tuple[Way, ...] = get_args(Way)
_EVEN = ("narrow", "longer", "deep")
_LONGER = 2

Rule = Callable[[int], int]


def _at_most(limit: int) -> Rule:
    return lambda value: min(value, limit)


def _width(limit: int) -> Rule:
    """The same, of a width."""
    rule = _at_most(limit)
    _WIDTHS.add(rule)
    return rule


def _heads(limit: int) -> Rule:
    """The same, of a number of heads."""
    rule = _at_most(limit)
    _COUNTS.add(rule)
    return rule


def _depth(limit: int) -> Rule:
    """The same, of a number of layers."""
    rule = _at_most(limit)
    _DEPTHS.add(rule)
    return rule


_WIDTHS: set[Rule] = set()
_COUNTS: set[Rule] = set()
_DEPTHS: set[Rule] = set()


_KEPT = re.compile(
    r"num_feat_extract_layers|num_conv_layers|num_adapter_layers|\w*feature_layers?|type_vocab_size|conv_\w+_dim"
    r"|num_conv_pos_embedding_groups|num_codevector_groups|max_2d_position_embeddings|rope_\w+|num_lang_embeds"
    r"|(feature_projection_)?input_dim|keypoint_decoder_dim|model_in_dim"
)
"""Names that look like a size and are none, or one that must agree with the length of a list."""

_RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"\w*(ffn|feedforward|feed_forward|mlp)_(dim|size|hidden_size)|d_ff|n_inner", _width(2 * WIDTH)),
        (r"\w*intermediate_(size|dim)|\w*ffn_hidden_size|encoder_ff_dim|d_inner", _width(2 * WIDTH)),
        (r"(num_)?(key_value|kv)_heads|num_\w*(key_value|kv)_heads|n_head_kv", _heads(KEY_VALUE_HEADS)),
        (r"rotary_dim", _width(HEAD_WIDTH // 2)),
        (r"\w*head_dim|d_kv|d_head|attention_head_size|\w*head_size|kv_channels", _width(HEAD_WIDTH)),
        (r"(\w*_)?(attention_|attn_)?heads|n_heads?|nhead", _heads(HEADS)),
        (r"num_kv_shared_layers", _at_most(0)),
        (r"\w*_sparse_step|moe_layer_(freq|frequency)|moe_every_n", _at_most(1)),
        # Every so many layers one is of another kind: in a small model, one of its few.
        (r"\w*layer_period|full_attention_interval", _at_most(LAYERS)),
        (r"\w*layer_offset", _at_most(LAYERS - 1)),
        (r"num_(local_|routed_)?experts|n_routed_experts|moe_num_experts", _at_most(EXPERTS)),
        (r"n_shared_experts", _at_most(1)),
        (r"num_experts_per_tok(en)?|moe_topk|moe_k", _at_most(EXPERTS)),
        (r"(\w*_)?layers|n_layers?|depths?|block_sizes|num_blocks|num_layers_per_block|\w+_depth", _depth(LAYERS)),
        (r"num_\w*attends_per_block", _depth(LAYERS)),
        (r"\w*sinkhorn_iters", _at_most(ITERATIONS)),
        (r"zero_expert_num", _at_most(EXPERTS)),
        (r"num_filters", _width(FIRST_STAGE // 2)),
        (r"visual_prompt_size", _at_most(WINDOW)),
        (r"max_text_length", _at_most(STEPS)),
        (r"\w*num_flows", _at_most(FLOWS)),
        (r"num_(quantizers|codebooks)", _at_most(CODEBOOKS)),
        (r"num_frames|frames_per_clip", _at_most(FRAMES_OF_FILM)),
        (r"context_length|horizon_length|output_quantile_len", _at_most(SPAN)),
        (r"mm_tokens_per_image|latent_query_num", _at_most(4)),
        (r"upsample_groups|d_latents|qk_channels|v_channels", _width(WIDTH)),
        (r"n_group|topk_group|num_expert_group", _at_most(1)),
        (r"(mamba_)?chunk_size", _at_most(WINDOW)),
        (r"(\w+_)?vocab_size", _at_most(VOCABULARY)),
        (r"max_source_positions", _at_most(FRAMES)),
        (r"max_\w*position\w*|n_positions|n_ctx|max_seq(uence)?_len(gth)?|max_length", _at_most(POSITIONS)),
        (r"num_conv_pos_embeddings", _at_most(WIDTH // 4)),
        (r"num_queries|num_query_tokens|two_stage_num_proposals", _at_most(QUERIES)),
        (r"num_codevectors_per_group", _width(WIDTH)),
        (r"num_pos_feats", _width(WIDTH // 2)),  # Of a row or of a column, half of a width.
        (r"output_channels|bottleneck_features|flow_size|upsample_initial_channel", _width(WIDTH)),
        (r"vector_quantization_hidden_dimension|\w+_predictor_channels|\w*postnet_units|base_channels", _width(WIDTH)),
        (r"\w+_linear_units", _width(2 * WIDTH)),
        (r"attention_window|local_radius|block_size|\w*attn_chunk_length", _at_most(WINDOW)),
        (r"speaker_embedding_dim", _width(SPEAKER_WIDTH)),
        (r"\w*hidden_(size|dim)s?|d_model|n_embd|dim|\w*embed_dims?|\w*embedding_(size|dim)", _width(WIDTH)),
        (r"\w+_dim|\w*feature_size|\w*hidden_channels|neck_hidden_sizes|decoder_hidden_size", _width(WIDTH)),
    )
)
_HEADS = re.compile(r"(\w*_)?(attention_|attn_)?heads(_per_stage)?")
_STAGES = re.compile(
    r"hidden_sizes|embed_dims?(_per_stage)?|\w*channels|encoder_hidden_sizes|neck_hidden_sizes|num_channels"
)
_DOWNWARDS = re.compile(r"backbone_channel_list")
"""Widths of stages, the last one first."""
_BLOCKS = re.compile(r"(\w*_)?(layers|depths?)|block_sizes|blocks_per_stage|stage_num_blocks|num_block_repeats")
"""How many layers each stage has."""
_LEVELS = ("upsample_rates", "upsample_kernel_sizes", "resblock_kernel_sizes", "resblock_dilation_sizes")
"""Lists with an entry for each level of a vocoder, all of which do the same."""
_WIDTHS_OF_STAGES = ("embed_dim_per_stage", "out_features")
_CHAINS = (("stage_in_channels", "stage_out_channels"),)
_ENDS = ("hidden_size", "stem_out_channels")
"""Widths that may be those of the first or of the last stage."""
_FEATURE_SIZES = ("backbone_feature_sizes",)
_HOOKS = ("intermediate_hook_ids", "intermediate_layers_indices")
"""The numbers of the layers whose values go further."""
_GLOBAL = ("global_attention_blocks", "global_attn_indexes")
"""The numbers of the layers that attend to everything."""
_IMAGES = ("image_size", "img_size", "input_size", "crop_size", "max_image_size", "max_img_size")
_TOKEN = re.compile(r"\w*_(token_)?(id|index)")
_TOKENS = re.compile(r"\w*_(token_)?(ids|indices)")


def shrink(fields: Mapping[str, Any], family: str, way: Way = "narrow") -> dict[str, Any]:
    """The fields of a configuration that change in a small model, with their new values."""
    new = {name: smaller(name, value, way) for name, value in fields.items()}
    if way in _EVEN:
        if isinstance(fields.get("depths"), (list, tuple)) and isinstance(new.get("embed_dim"), int):
            new["embed_dim"] = FIRST_STAGE  # It doubles from stage to stage.
        heads = fields.get("num_attention_heads")
        if type(heads) is int and fields.get("num_key_value_heads") == heads:
            new["num_key_value_heads"] = new["num_attention_heads"]  # No groups: some attention has no code for them.
    new |= _stage_ends(fields, new) | _chained(fields, new)
    if way != "shallow":
        new |= {name: _feature_sizes(value) for name, value in fields.items() if name in _FEATURE_SIZES}
        patch = fields.get("patch_size")
        new |= {name: small_image(value, patch) for name, value in new.items() if name in _IMAGES}
    layers = _layers(fields), _layers(new)
    if layers[0] > STAGES:
        long = [name for name, value in new.items() if isinstance(value, (list, tuple)) and len(value) == layers[0]]
        new |= {name: new[name][: layers[1]] for name in long}
    if way != "deep":
        new |= {name: fields[name][:LAYERS] for name in _LEVELS if isinstance(fields.get(name), (list, tuple))}
        new |= {name: _layers_among(fields[name]) for name in _HOOKS if isinstance(fields.get(name), (list, tuple))}
        new |= {name: [0] for name, value in fields.items() if name in _GLOBAL and value}
    for name, value in fields.items():
        if is_kinds(value) and (len(value) == layers[0] or name.endswith("layers")):
            new[name] = type(value)(kinds(value, layers[1] if len(value) == layers[0] else LAYERS))
        elif way in _EVEN and isinstance(value, (list, tuple)) and _is_whole(value, fields.get("hidden_size")):
            new[name] = _in_proportion(value, new["hidden_size"])
    new |= FAMILIES.get(family, {}) if way in _EVEN else {}
    return {name: value for name, value in new.items() if name not in fields or value != fields[name]}


def _stage_ends(fields: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The widths that are that of the first or of the last stage stay so."""
    found: dict[str, Any] = {}
    for stages in (*_WIDTHS_OF_STAGES, "hidden_sizes"):
        before, after = fields.get(stages), new.get(stages, ())
        if isinstance(before, (list, tuple)) and len(before) > 1 and before != after:
            for end in (-1, 0):
                found |= {name: after[end] for name in _ENDS if name in fields and fields[name] == before[end]}
    return found


def _layers_among(numbers: Sequence[int]) -> list[int]:
    """As many numbers of layers, of those that there are."""
    return [min(number, LAYERS - 1) for number in numbers]


def _chained(fields: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What a stage takes is still what the one before it gives, where it was."""
    found = {}
    for taken, given in _CHAINS:
        into, out = fields.get(taken), fields.get(given)
        if isinstance(into, (list, tuple)) and isinstance(out, (list, tuple)) and list(into[1:]) == list(out[:-1]):
            stem = fields.get("stem_channels")
            follows = isinstance(stem, (list, tuple)) and stem[-1] == into[0]
            first = new["stem_channels"][-1] if follows else new[taken][0]
            found[taken] = type(into)([first, *new[given][:-1]])
    return found


def _feature_sizes(value: Any) -> Any:
    """Height and width of each level of a pyramid whose first one is four times as fine as the patches of an image."""
    pairs = isinstance(value, (list, tuple)) and all(isinstance(pair, (list, tuple)) for pair in value)
    return [[max(4 * PATCHES >> level, 1)] * 2 for level in range(len(value))] if pairs else value


def is_kinds(value: Any) -> bool:
    """Return whether this may say of each layer what kind it is."""
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(entry, str) for entry in value)


def kinds(value: Sequence[str], count: int) -> list[str]:
    """So many layers: the first of each kind, then the second of each kind and so on, in their order."""
    places = [(value[:index].count(kind), index) for index, kind in enumerate(value)]
    return [value[index] for index in sorted(index for _, index in sorted(places)[:count])]


def _is_whole(parts: Sequence[Any], whole: Any) -> bool:
    """Return whether these widths make up another one together."""
    numbers = len(parts) > 1 and all(type(part) is int and part > 0 for part in parts)
    return numbers and type(whole) is int and sum(parts) == whole


def _in_proportion(parts: Sequence[int], whole: int) -> Sequence[int]:
    """Parts with about the same proportions that make up this whole."""
    ends = [round(whole * sum(parts[: index + 1]) / sum(parts)) for index in range(len(parts))]
    return type(parts)(end - start for start, end in zip([0, *ends], ends, strict=False))  # type: ignore[call-arg]


def rope_sections(rotated: int) -> list[int]:
    """The numbers of pairs of a head's width that turn with the time, the row and the column of a part of an image."""
    return list(_in_proportion((16, 24, 24), rotated))


def _layers(fields: Mapping[str, Any]) -> int:
    names = ("num_hidden_layers", "num_layers", "n_layer", "n_layers")
    return next((fields[name] for name in names if isinstance(fields.get(name), int)), 0)


def smaller(name: str, value: Any, way: Way = "narrow") -> Any:
    """A field's value in a small model; the same object where it stays as it is."""
    if _KEPT.fullmatch(name):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
        return value
    if isinstance(value, int):
        rule = _rule(name, way)
        return rule(value) if rule is not None and value > 0 else value
    if not value or not all(type(entry) is int and entry > 0 for entry in value):
        return value
    changed = _smaller_list(name, value, way)
    return value if changed is None else type(value)(changed)


def _rule(name: str, way: Way) -> Rule | None:
    rule = next((rule for pattern, rule in _RULES if pattern.fullmatch(name)), None)
    if way == "narrow" or rule is None:
        return rule
    if way == "deep":
        return None if rule in _DEPTHS else rule
    if way == "longer":
        return _at_most(_LONGER * LAYERS) if rule in _DEPTHS else rule
    if rule in _WIDTHS:
        return _scaled if way == "scaled" else None
    return None if rule in _COUNTS else rule


def _scaled(width: int) -> int:
    return width // SCALE if width >= WIDTH and width % (2 * SCALE) == 0 else width


def _smaller_list(name: str, value: Sequence[int], way: Way) -> list[int] | None:
    """Entry by entry, as many as there were: a list has one number for each stage."""
    powers = [2**index for index in range(len(value))]
    if way in _EVEN and _HEADS.fullmatch(name):
        return [min(entry, power, HEADS) for entry, power in zip(value, powers, strict=True)]
    if way in _EVEN and (_STAGES.fullmatch(name) or name in _WIDTHS_OF_STAGES):
        return [min(entry, FIRST_STAGE * power, 2 * WIDTH) for entry, power in zip(value, powers, strict=True)]
    if way == "scaled" and (_STAGES.fullmatch(name) or name in _WIDTHS_OF_STAGES):
        return [_scaled(entry) for entry in value]
    if way in _EVEN and _DOWNWARDS.fullmatch(name):
        return (_smaller_list("embed_dims", value[::-1], way) or [])[::-1]
    if _BLOCKS.fullmatch(name):
        if way == "deep":
            return None
        return [min(entry, _LONGER if way == "longer" else 1) for entry in value]
    rule = _rule(name, way)
    return [rule(entry) for entry in value] if rule is not None else None


def plausible(name: str) -> Any:
    """A value for a field that was left out, in a narrow model; None for a name that does not tell."""
    if name in LEFT_OUT:
        return copy.copy(LEFT_OUT[name])
    rule = None if _KEPT.fullmatch(name) else _rule(name, "narrow")
    return rule(sys.maxsize) if rule is not None else None


def small_image(size: Any, patch: Any) -> Any:
    """An image's size: some patches a side, or `IMAGE` where patches are small or there are none."""
    side = max(patch) if isinstance(patch, (list, tuple)) and patch else patch
    wanted = PATCHES * side if isinstance(side, int) and side >= LARGE_PATCH else IMAGE
    if isinstance(size, (list, tuple)):
        return type(size)(min(entry, wanted) for entry in size)
    return min(size, wanted) if isinstance(size, int) and not isinstance(size, bool) else size


def timm_arguments(architecture: str) -> dict[str, Any]:
    """What makes a model of timm small, by the kind that its name tells."""
    return next((dict(found) for prefix, found in TIMM.items() if architecture.startswith(prefix)), {})


def inside_vocabulary(
    values: Mapping[str, Any], vocabulary: int, moved: dict[int, int] | None = None
) -> dict[str, Any]:
    """New numbers for the special tokens that lie outside of a vocabulary; equal ones stay equal, others differ.

    ``moved``: the new numbers by the old ones, so far; what is moved here is added.
    """
    moved = {} if moved is None else moved

    def fit(token: int) -> int:
        if token < vocabulary:
            return token
        return moved.setdefault(token, vocabulary - 1 - len(moved))

    changed: dict[str, Any] = {}
    for name, value in values.items():
        if type(value) is int and _TOKEN.fullmatch(name) and value >= vocabulary:
            changed[name] = fit(value)
        elif isinstance(value, list) and _TOKENS.fullmatch(name) and all(type(entry) is int for entry in value):
            fitted = [fit(entry) for entry in value]
            if fitted != value:
                changed[name] = fitted
    return changed
