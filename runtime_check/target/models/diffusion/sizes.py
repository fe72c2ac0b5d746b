"""Smaller values for the arguments that a constructor of diffusers has by default.

Numbers that agree in the defaults agree in a small model: a width that is so many heads of so much each stays that, and
what was equal to it stays equal. Axes that make up the width of a head stay as they are, as the width of a head does.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

HEADS = 2
GROUPS = 32
"""Channels of the first stage of a network: as many as most normalizations have groups."""
WIDTH = 64
"""Of what comes from other models: texts, images, sound."""
MOST_STAGES = 8
"""So many times as many channels as the first stage may the others have."""
FRAMES = 5
FEW = 8
FEED_FORWARD = 128
DECODER = 128
"""Channels of the first stage of a decoder, which are halved from stage to stage."""
SIDE = 16
"""Of what a model of latent images takes."""
TOKENS = 8
"""Of a text, where the model has a fixed number of them."""
VOCABULARY = 256
EXPERTS = 4

Way = Literal["narrow", "heads", "channels", "layers", "default"]
"""How a model becomes small: ``narrow``: few layers, heads and channels, narrow texts and feed forward layers;
``heads``: few layers, heads and channels; ``channels``: few layers and channels; ``layers``: few layers."""
WAYS: tuple[Way, ...] = get_args(Way)
_FEW_CHANNELS = ("narrow", "heads", "channels")
_FEW_HEADS = ("narrow", "heads")

_LAYERS = re.compile(
    r"(num_|n_)?(\w+_)?(layers|blocks|depths?)|n_?layers?|(\w+_)?layers_per_(\w+_)?block|num_res_blocks|\w+_num_blocks"
)
_HEADS = re.compile(r"(\w+_)?num_(\w+_)?heads|(n_|n|dit_)?heads?|n_kv_heads")
_SHARED_HEADS = re.compile(r"\w*(kv|key_value)\w*heads")
_HEAD_WIDTHS = re.compile(r"(\w+_)?head_dim|dim_heads?|\w+_dim_head|d_kv")
_AXES = re.compile(r"axes_dims?(_rope)?|rope_axes_dim|rope_dim(_list)?")
_WIDTHS = re.compile(
    r"(\w*_)?(hidden_size|dims?|channels|inner_dim|hidden_dim|embed_dim|embedding_dim)|d_model|n_embd|\w*_dim_\w+"
)
_WHOLE = re.compile(r"hidden_size|(dit_|model_|token_|embed_|source_|target_|text_hidden_)?dim|d_model|n_embd")
"""Widths that are those of all heads together."""
_FEED_FORWARD = re.compile(r"\w*(ffn|ff|feed_forward|intermediate|ff_inner)_(\w+_)?(dim|size)\w*|d_ff")
_TEXTS = re.compile(
    r"(?!micro|time)(\w+_)?(text|caption|cap|joint|pooled|llm|context|encoder_hid|cross|clip|image|img|cond|condition|global|motion|face"
    r"|encoder_hidden_states|crossattn|LFE|conditioning|timbre|style)_\w*(dim|dims|channels|size|features|in|proj)(_\w+)?"
)
_CHANNELS = re.compile(r"(\w+_)?channels|dims?|channel_multiples")
_FIRST_CHANNELS = re.compile(
    r"channels|ch|(\w+_)?base_dim|base_channels|(hidden|model)_channels|num_(trans|proj)_channels?|enc(oder)?_dim"
)
_DECODERS = re.compile(r"dec\w*_(dim|channels|hidden_dim|input_dim)|upsample_initial_channel")
_SIDES = re.compile(r"sample_(size|height|width)|image_size|motion_encoder_size")
_LENGTHS = re.compile(r"text_len(_\w+)?|num_text_tokens|max_text_seq_length|img_context_num_tokens|num_embeddings")
_GROUPS = re.compile(r"(\w+_)?groups")
_FRAMES = re.compile(r"video_length")
_VOCABULARIES = re.compile(r"(\w+_)?(vocab|codebook)_size")
_EXPERTS = re.compile(r"num_(routed_)?experts")
_GATES = re.compile(r"num_(stacked_)?activated_experts")


def smaller(fields: Mapping[str, Any], way: Way) -> dict[str, Any]:
    """The arguments of a constructor in a small model."""
    new = dict(fields)
    if way == "default":
        return new
    for name, value in fields.items():
        new[name] = _smaller(name, value, way)
    if way in _FEW_HEADS:
        new |= _whole_heads(fields, new)
    heads = fields.get("attention_head_dim")
    if way in _FEW_CHANNELS and "block_out_channels" in fields and type(heads) is int:
        new["attention_head_dim"] = min(heads, FEW)  # Of so many channels, or so many heads.
    for name in ("pad_token_id", "bos_token_id", "eos_token_id"):
        if type(new.get(name)) is int and type(new.get("vocab_size")) is int:
            new[name] = min(new[name], new["vocab_size"] - 1)
    for name, value in new.items():
        if _are_places(name, value):
            new[name] = type(value)(place for place in value if place < _depth(new)) or type(value)([0])
    return new


def _smaller(name: str, value: Any, way: Way) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
        return value
    if not isinstance(value, int):
        return _smaller_list(name, value, way)
    if _LAYERS.fullmatch(name):
        return min(value, 1)
    if _SIDES.fullmatch(name):
        return min(value, SIDE)
    if way in _FEW_HEADS and _HEADS.fullmatch(name):
        return min(value, HEADS)
    if way == "narrow":
        return _narrow(name, value)
    return value


def _smaller_list(name: str, value: Sequence[Any], way: Way) -> Sequence[Any]:
    if not value or not all(type(one) is int for one in value) or _are_places(name, value):
        return value
    changed = list(value)
    if _LAYERS.fullmatch(name):
        changed = [min(one, 1) for one in value]
    elif way in _FEW_CHANNELS and _CHANNELS.fullmatch(name):
        changed = few_channels(value, GROUPS if way in _FEW_HEADS else 2 * GROUPS)
    elif way in _FEW_CHANNELS and _HEADS.fullmatch(name):
        changed = [min(one, HEADS) for one in value]
    return type(value)(changed)  # type: ignore[call-arg]


def few_channels(value: Sequence[int], first: int) -> list[int]:
    """The channels of the stages of a network, in proportion; stages that have few anyhow stay as they are."""
    low = min((one for one in value if one > first), default=first)
    return [first * max(1, min(one // low, MOST_STAGES)) if one > first else one for one in value]


def _narrow(name: str, value: int) -> int:
    if _HEAD_WIDTHS.fullmatch(name):
        return value
    limits = (
        (_FEED_FORWARD, FEED_FORWARD),
        (_VOCABULARIES, VOCABULARY),
        (_EXPERTS, EXPERTS),
        (_GATES, HEADS),
        (_LENGTHS, TOKENS),
        (_FRAMES, FRAMES),
        (_GROUPS, FEW),
        (_FIRST_CHANNELS, GROUPS),
        (_DECODERS, DECODER),
        (_TEXTS, WIDTH),
    )
    return next((min(value, limit) for pattern, limit in limits if pattern.fullmatch(name)), value)


def _whole_heads(fields: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The widths that are those of all heads together, and the numbers of heads that share keys and values."""
    widths = {name: value for name, value in fields.items() if type(value) is int and _WIDTHS.fullmatch(name)}
    changed: dict[int, int] = {}
    own = [value for name, value in fields.items() if _HEAD_WIDTHS.fullmatch(name) and type(value) is int]
    own += [sum(value) for name, value in fields.items() if _AXES.fullmatch(name) and _are_numbers(value)]
    counts = {name: value for name, value in fields.items() if type(value) is int and _HEADS.fullmatch(name)}
    for name, count in counts.items():
        for value in widths.values():
            for width in own:
                if value == count * width:
                    changed.setdefault(value, new[name] * width)
    for name, count in counts.items():
        if not _SHARED_HEADS.fullmatch(name):
            for whole, value in widths.items():
                if _WHOLE.fullmatch(whole) and count > 1 and value % count == 0:
                    changed.setdefault(value, new[name] * (value // count))
    if not counts and own:
        for whole, value in widths.items():
            if _WHOLE.fullmatch(whole) and value % own[-1] == 0:
                changed.setdefault(value, HEADS * own[-1])
    found = {name: changed[value] for name, value in widths.items() if value in changed}
    most = max(counts.values(), default=0)
    shared = {name: 1 for name, count in counts.items() if _SHARED_HEADS.fullmatch(name) and count < most}
    return {**found, **shared}


def _are_numbers(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(type(one) is int for one in value)


def _are_places(name: str, value: Any) -> bool:
    """Return whether these are numbers of layers that have something which others have not."""
    if not _are_numbers(value) or "_per_" in name or not re.search(r"layer|places|blocks", name):
        return False
    return len(value) > 1 and all(one < other for one, other in itertools.pairwise(value))


def _depth(fields: Mapping[str, Any]) -> int:
    depths = (value for name, value in fields.items() if type(value) is int and _LAYERS.fullmatch(name))
    return max(depths, default=1)


LEFT_OUT: Mapping[str, Any] = {
    "in_channels": GROUPS,
    "out_channels": GROUPS,
    "patch_size": 2,
    "sample_size": SIDE,
    "caption_channels": WIDTH,
    "cross_attention_dim": WIDTH,
    "num_kv_heads": HEADS,
    "num_embeds_ada_norm": 16,
    "llama_layers": [0],
    "prefix_hidden_dim": GROUPS,
    "projection_class_embeddings_input_dim": WIDTH,
    "addition_time_embed_dim": GROUPS,
    "encoder_hid_dim": WIDTH,
    "control_in_dim": 16,
    "control_layers_places": [0],
    "control_refiner_layers_places": [0],
}
"""Values for arguments whose default is None, where a model cannot be built without them."""
