"""How the main input of a model is laid out, beginning with what the layers of the model look like."""

from __future__ import annotations

import inspect
import re
from typing import Any, Literal, get_args

Layout = Literal["image", "film", "frames", "film_last", "tokens", "sound", "list", "vector", "wave"]
"""``image``: ``[batch, channels, height, width]``; ``film``, ``frames`` and ``film_last``: the same with frames behind
the channels, in front of them, and with the channels at the end; ``tokens``: a list of patches; ``sound``:
``[batch, channels, samples]``; ``list``: a film without the dimension of the batch for each row of it; ``vector``:
``[batch, channels]``; ``wave``: ``[batch, samples]``."""
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
_FILMS: tuple[Layout, ...] = ("film", "frames", "film_last")


def layouts(model: Any) -> list[Layout]:
    """All layouts, the likeliest first."""
    return list(dict.fromkeys([*likely_layouts(model), *LAYOUTS]))


def likely_layouts(model: Any) -> list[Layout]:
    """The layouts that what is known of a model speaks for."""
    known = inspect.signature(model.forward).parameters
    likely: list[Layout] = []
    if any("list[" in str(known[name].annotation).lower() for name in ("x", "hidden_states") if name in known):
        likely.append("list")
    if {"img_ids", "img_shapes", "position_ids"} & set(known):
        likely.append("tokens")
    dimensions = _convolutions(model)
    if 3 in dimensions or re.search(r"3D|Video|Motion|Temporal", type(model).__name__):
        likely += _FILMS
    if 2 in dimensions:
        likely.append("image")
    if 1 in dimensions:
        likely += ["sound", "tokens"]
    if not dimensions:
        likely += ["tokens", "vector"]
    return list(dict.fromkeys(likely))


def _convolutions(model: Any) -> set[int]:
    """The numbers of dimensions in which a model is convolved."""
    from torch import nn

    convolutions = (module for module in model.modules() if isinstance(module, nn.modules.conv._ConvNd))
    return {len(module.kernel_size) for module in convolutions}
