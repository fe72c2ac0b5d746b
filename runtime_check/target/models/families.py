"""One small model of each family of a library: a family is a file of the library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

SMALL = ("test_", "atto", "femto", "pico", "nano", "tiny", "mini", "small", "mobilenet", "resnet18", "resnet50")
"""What names of small models hold, the smallest first."""


def one_of_each(names: Sequence[str], builder: Callable[[str], Any]) -> list[str]:
    """The model of each file whose name is that of the smallest, in the order in which the files first come."""
    files: dict[str, list[str]] = defaultdict(list)
    for name in names:
        files[builder(name).__module__].append(name)
    return [min(alike, key=_size) for alike in files.values()]


def _size(name: str) -> int:
    """Return how small a model of this name is, compared with those beside it."""
    return next((place for place, word in enumerate(SMALL) if word in name), len(SMALL))
