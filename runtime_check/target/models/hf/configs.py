"""Configurations of transformers to build a model from: the default one, or a small one.

Small is what `sizes` makes of the default configuration; composite models whose configuration has no default are put
together here.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import importlib.util
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from fullgraph.runtime_check.target import models
from fullgraph.runtime_check.target.models import ModelError, first_line, sizes
from fullgraph.runtime_check.target.models.config_parts import is_config, parts, text_config

BACKBONE_STAGES = ["stage1", "stage2", "stage3", "stage4"]
LOCAL_BACKBONE = {
    "use_timm_backbone": False,
    "use_pretrained_backbone": False,
    "backbone": None,
    "backbone_kwargs": None,
}
"""Makes a detector take its backbone from transformers, without weights."""
PAIRS: Mapping[str, tuple[str, str]] = {
    "vision-encoder-decoder": ("ViTConfig", "GPT2Config"),
    "speech-encoder-decoder": ("Wav2Vec2Config", "GPT2Config"),
    "encoder-decoder": ("BertConfig", "BertConfig"),
    "vision-text-dual-encoder": ("ViTConfig", "BertConfig"),
}
"""The parts to put together for models that are made of any two."""


def make_config(transformers: Any, model_class: Any, way: sizes.Way | None) -> Any:
    """The configuration to build from, made small in this way (None: the default one). Raises `ModelError`."""
    config_class = model_class.config_class
    try:
        config = _config(transformers, config_class, None, way)
    except Exception as error:
        raise ModelError(
            f"hf:{model_class.__name__} cannot be built: {config_class.__name__} has no usable default "
            f"({first_line(error)}); give a factory in a file instead",
            models.failing(models.NO_DEFAULT, error),
        ) from error
    if "image_grid_thw" in inspect.signature(model_class.forward).parameters:
        _complete(config)
    _fit_tokens(config)
    for part in parts(config):
        _fit_rope_sections(part)
        _without_kernels(part)
    if "ForSequenceClassification" in model_class.__name__ and getattr(config, "pad_token_id", 0) is None:
        config.pad_token_id = 0  # By which it finds the last token of each row.
    return config


def _config(transformers: Any, config_class: Any, base: Any, way: sizes.Way | None) -> Any:
    """A configuration with the values of ``base`` (None: the default ones), made small, with its parts."""
    if config_class.model_type in PAIRS:
        return _pair(transformers, config_class, way)
    defaults = config_class()
    base = defaults if base is None else base
    fields: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for name, default in parameters(config_class).items():
        value = _value(config_class, base, name, default)
        if value is None and name in sizes.REQUIRED:
            changes[name] = sizes.REQUIRED[name]
            continue
        if is_config(value):
            changes[name] = _as_dict(_config(transformers, type(value), value, way))
            continue
        if not _same(value, _read(defaults, name, default)):
            changes[name] = value
        if type(default) is int and isinstance(value, (list, tuple)):
            value = default  # The same number for each layer.
        if default is not None or isinstance(value, (list, tuple)):
            # A number whose default is None follows from others.
            fields[name] = value
    stages = getattr(base, "out_features", None)
    layers = 0
    if stages is not None and stages != getattr(defaults, "out_features", None):
        # No field of its own in transformers 5. Of few layers these are the first ones.
        layers = len(stages) if "num_hidden_layers" in fields and way not in (None, "deep") else 0
        changes["out_features"] = [f"stage{number}" for number in range(1, layers + 1)] if layers else stages
    if way is not None:
        for name, value in sizes.shrink(fields, config_class.model_type, way).items():
            changes[name] = changes[name] | value if isinstance(changes.get(name), dict) else value
        if layers:
            changes["num_hidden_layers"] = max(layers, changes.get("num_hidden_layers", fields["num_hidden_layers"]))
        if config_class.model_type == "timm_wrapper":
            changes["model_args"] = (base.model_args or {}) | sizes.timm_arguments(str(base.architecture))
    changes |= _backbone(transformers, config_class, base, way)
    return config_class(**changes)


def _as_dict(config: Any) -> dict[str, Any]:
    """The fields of a part, without empty ones that its class does not name and may not take."""
    known = parameters(type(config))
    return {name: value for name, value in config.to_dict().items() if value or name in known}


def _value(config_class: Any, base: Any, name: str, default: Any) -> Any:
    """A field's value; a part that was left out and is needed gets its default."""
    value = _read(base, name, default)
    if value is None and config_class.model_type in sizes.WITH_PARTS:
        part = getattr(config_class, "sub_configs", {}).get(name)
        return part() if part is not None else None
    return value


def _pair(transformers: Any, config_class: Any, way: sizes.Way | None) -> Any:
    first, second = (
        _config(transformers, getattr(transformers, name), None, way) for name in PAIRS[config_class.model_type]
    )
    join = getattr(config_class, "from_encoder_decoder_configs", None) or config_class.from_vision_text_configs
    config = join(first, second)
    decoder = getattr(config, "decoder", None)
    if decoder is not None:
        config.decoder_start_token_id = 1
        config.pad_token_id = 0
    return config


def _backbone(transformers: Any, config_class: Any, base: Any, way: sizes.Way | None) -> dict[str, Any]:
    """The fields that make a ResNet of transformers the backbone, where it would be one of timm's."""
    names = parameters(config_class)
    from_timm = getattr(getattr(base, "backbone_config", None), "model_type", "") == "timm_backbone"
    if not from_timm and not (("use_timm_backbone" in names) and getattr(base, "use_timm_backbone", False)):
        return {}
    config = _config(transformers, transformers.ResNetConfig, None, way)
    config.out_features = BACKBONE_STAGES[1:] if "num_feature_levels" in names else BACKBONE_STAGES
    return {name: value for name, value in LOCAL_BACKBONE.items() if name in names} | {"backbone_config": config}


def parameters(config_class: Any) -> dict[str, Any]:
    """The parameters of a configuration class with their defaults, its parents' included in transformers 5."""
    if dataclasses.is_dataclass(config_class):
        return {item.name: _default(item) for item in dataclasses.fields(config_class) if item.init}
    found = inspect.signature(config_class.__init__).parameters.values()
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {
        parameter.name: None if parameter.default is inspect.Parameter.empty else parameter.default
        for parameter in found
        if parameter.kind in named and parameter.name != "self"
    }


def _default(item: dataclasses.Field[Any]) -> Any:
    if item.default_factory is not dataclasses.MISSING:
        factory: Callable[[], Any] = item.default_factory
        return factory()
    return None if item.default is dataclasses.MISSING else item.default


def _read(config: Any, name: str, fallback: Any) -> Any:
    """A field's value: the one of all layers where single layers have others, which is an error to ask for."""
    try:
        return getattr(config, name, fallback)
    except Exception:
        return vars(config).get(name, fallback)


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:
        return one is other


def _fit_tokens(config: Any) -> None:
    """Move special tokens into the vocabulary, in the configuration and in its parts."""
    vocabulary = text_config(config)
    size = getattr(vocabulary, "vocab_size", None)
    if not isinstance(size, int):
        return
    moved: dict[int, int] = {}
    for part in parts(config):
        own = getattr(part, "vocab_size", size)
        limit = own if isinstance(own, int) else size
        for name, value in sizes.inside_vocabulary(vars(part), limit, moved if limit == size else None).items():
            setattr(part, name, value)
        if getattr(part, "is_encoder_decoder", False) and getattr(part, "decoder_start_token_id", None) is None:
            part.decoder_start_token_id = getattr(part, "pad_token_id", None)


def _complete(config: Any) -> None:
    """Set what models read that the configurations of checkpoints have and the default one of transformers 4 lacks.

    The token with which a text begins an image, and the size of the vocabulary beside that of the text's part.
    """
    size = getattr(text_config(config), "vocab_size", None)
    for name in ("vision_start_token_id", "vocab_size"):
        if not hasattr(config, name) and isinstance(size, int):
            setattr(config, name, size)  # `_fit_tokens` moves the token to where no other is.


def _fit_rope_sections(config: Any) -> None:
    """Have rows, columns and times of images share the rotated width of a head, as they do by default."""
    known = getattr(config, "ignore_keys_at_rope_validation", ())  # transformers 5
    if config.model_type not in sizes.ROPE_SECTIONS and ("mrope_section" not in known or "mrope_interleaved" in known):
        return
    name = "rope_parameters" if known else "rope_scaling"
    given = getattr(config, name, None) or {"rope_type": "default"}
    if any(isinstance(value, dict) for value in given.values()) or getattr(config, "sliding_window", None) is not None:
        return  # Each kind of layers has its own.
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    rotated = given.get("partial_rotary_factor", getattr(config, "partial_rotary_factor", None)) or 1.0
    pairs = int(width * rotated) // 2
    if sum(given.get("mrope_section") or ()) != pairs:
        setattr(config, name, {**given, "mrope_section": sizes.rope_sections(pairs)})


def _without_kernels(config: Any) -> None:
    """Leave out kernels of packages that are not installed, which a model asks for by default."""
    if getattr(config, "use_mamba_kernels", False) and importlib.util.find_spec("mamba_ssm") is None:
        config.use_mamba_kernels = False


def filled(transformers: Any, config: Any, way: sizes.Way) -> Any:
    """The configuration with values for what it leaves out, lists for tuples and no cache; None if nothing changes."""
    config = copy.deepcopy(config)
    changed = False
    for part in parts(config):
        known = parameters(type(part))
        if getattr(part, "use_cache", None) is True:
            part.use_cache = False
            changed = True
        for name in known:
            if isinstance(_read(part, name, 0), tuple):
                with contextlib.suppress(Exception):
                    setattr(part, name, list(_read(part, name, 0)))
                    changed = True
            if _read(part, name, 0) is None:
                value = _head_width(part) if name == "head_dim" else sizes.plausible(name)
                inner = getattr(type(part), "sub_configs", {}).get(name)
                if isinstance(inner, type) and hasattr(inner, "model_type") and inner.model_type:
                    value = _config(transformers, inner, None, way)
                    value = filled(transformers, value, way) or value
                if value is not None:
                    with contextlib.suppress(Exception):  # not a number, in this one
                        setattr(part, name, value)
                        changed = True
    return config if changed else None


def _head_width(config: Any) -> int | None:
    width, heads = _read(config, "hidden_size", None), _read(config, "num_attention_heads", None)
    return width // heads if isinstance(width, int) and isinstance(heads, int) and heads else None
