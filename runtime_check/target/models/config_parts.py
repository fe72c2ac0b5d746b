"""A configuration of transformers and the configurations inside of it."""

from __future__ import annotations

from typing import Any


def is_config(value: Any) -> bool:
    """Return whether a value is a configuration of a model, or of a part of one."""
    return hasattr(type(value), "model_type") and hasattr(value, "to_dict")


def parts(config: Any) -> list[Any]:
    """A configuration and all those inside of it."""
    found = [config]
    for value in vars(config).values():
        if is_config(value):
            found += parts(value)
    return found


def text_config(config: Any) -> Any:
    """The part of a configuration that has the vocabulary; the configuration itself if none has."""
    for part in (getattr(config, "text_config", None), *parts(config)):
        if isinstance(getattr(part, "vocab_size", None), int):
            return part
    return config
