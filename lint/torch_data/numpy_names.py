"""Which of NumPy's functions TorchDynamo traces as torch operations, as data.

``python -m tools.torch_data.numpy_names`` writes ``numpy.json``; reading it needs neither torch nor NumPy.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources

FILE = "numpy.json"


@dataclass(frozen=True)
class NumpyNames:
    """Functions by their dotted names; classes, dtypes and constants are in neither."""

    traced: frozenset[str]
    untraced: frozenset[str]


@functools.lru_cache(maxsize=1)
def numpy_names() -> NumpyNames:
    """Return what is known of NumPy's functions."""
    data = json.loads(resources.files(__package__).joinpath(FILE).read_bytes())
    return NumpyNames(frozenset(data["traced"]), frozenset(data["untraced"]))
