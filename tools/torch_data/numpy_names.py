"""Write ``numpy.json``, which of NumPy's functions TorchDynamo traces as torch operations.

``python -m tools.torch_data.numpy_names`` asks the torch and the NumPy that are installed.
"""

from __future__ import annotations

import importlib
import json

from fullgraph.lint.torch_data.numpy_names import FILE
from torch._dynamo.variables.misc import get_np_to_tnp_map

from tools.torch_data import FOLDER

NAMESPACES = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random")


def collect() -> dict[str, list[str]]:
    """The functions of NumPy by whether TorchDynamo has a counterpart for them."""
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


def content() -> str:
    """The text of the file."""
    return json.dumps(collect(), indent=1) + "\n"


if __name__ == "__main__":
    path = FOLDER / FILE
    path.write_text(content(), encoding="utf-8")
    print(path)
