"""Which of NumPy's functions TorchDynamo traces as torch operations, as data.

``python -m fullgraph.lint.torch_data.numpy_names`` writes ``numpy.json`` for the torch and NumPy installed; reading it
needs neither.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

FILE = "numpy.json"
NAMESPACES = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random")


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


def collect() -> dict[str, list[str]]:
    """Ask the TorchDynamo that is installed about the functions of the NumPy that is installed."""
    import importlib

    from torch._dynamo.variables.misc import get_np_to_tnp_map

    counterparts = get_np_to_tnp_map()
    found: dict[str, list[str]] = {"traced": [], "untraced": []}
    for namespace in NAMESPACES:
        module = importlib.import_module(namespace)
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if name.startswith("_") or isinstance(function, type) or not callable(function):
                continue
            found["traced" if function in counterparts else "untraced"].append(f"{namespace}.{name}")
    return found


if __name__ == "__main__":
    path = Path(__file__).with_name(FILE)
    path.write_text(json.dumps(collect(), indent=1) + "\n", encoding="utf-8")
    print(f"written: {path}")
