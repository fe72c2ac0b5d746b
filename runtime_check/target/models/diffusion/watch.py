"""What the layers of a model ask of their input, seen as they are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


class WidthError(Exception):
    """A layer gets an input that is not as wide as it takes."""

    def __init__(self, layer: str, shape: Sequence[int], was: int, wanted: int) -> None:
        super().__init__(f"{layer} takes an input that is {wanted} wide, and not one of shape {list(shape)}")
        self.was = was
        self.wanted = wanted


@dataclass
class Progress:
    """How many layers were called."""

    calls: int = 0


@contextmanager
def watched(model: Any) -> Iterator[Progress]:
    """Raise `WidthError` where a layer of the model gets an input of another width than it takes."""
    progress = Progress()

    def before(layer: Any, given: tuple[Any, ...]) -> None:
        progress.calls += 1
        first = given[0] if given else None
        shape = getattr(first, "shape", None)
        wanted = _wanted(layer)
        if shape is None or wanted is None:
            return
        place, width = wanted
        if len(shape) >= -place and shape[place] != width:
            raise WidthError(type(layer).__name__, shape, shape[place], width)

    handles = [module.register_forward_pre_hook(before) for module in model.modules() if not list(module.children())]
    try:
        yield progress
    finally:
        for handle in handles:
            handle.remove()


def _wanted(layer: Any) -> tuple[int, int] | None:
    """The dimension that has to have a certain size, counted from the end, and this size."""
    from torch import nn

    if type(layer).__module__.partition(".")[0] != "torch":
        return None  # It may do something with its input first.
    if isinstance(layer, nn.Linear):
        return -1, layer.in_features
    if isinstance(layer, nn.LayerNorm):
        return -1, layer.normalized_shape[-1]
    if isinstance(layer, nn.modules.conv._ConvNd):
        return -len(layer.kernel_size) - 1, layer.in_channels
    return None
