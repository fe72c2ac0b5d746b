"""Models that other libraries define, built from their configuration with random weights: nothing is downloaded.

``hf:ClassName`` is a model class of transformers, ``timm:name`` and ``torchvision:name`` a name of their registries. A
module here per library builds the model and makes inputs for it; `sizes` shrinks a configuration,
`transformers_inputs` makes the tensors. Each has a function ``build(name, options)`` that returns what a factory of
`fullgraph.runtime_check.target.target` returns, the inputs as a function, which is called only where no others were
given.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

Size = Literal["small", "default"]

LIBRARIES = {"hf": "transformers", "timm": "timm", "torchvision": "torchvision"}
"""The prefixes of targets, and the package each one needs. The module that builds has the package's name."""


class ModelError(Exception):
    """A model that cannot be built: one line that says why and what to do."""


@dataclass(frozen=True)
class BuildOptions:
    """``small`` shrinks widths, depths and images; ``train`` puts the model into train mode and gives it labels."""

    size: Size = "small"
    train: bool = False


def build(prefix: str, name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model and a function that makes its inputs. Raises `ModelError`."""
    package = LIBRARIES[prefix]
    if importlib.util.find_spec(package) is None:
        raise ModelError(f"{prefix}:{name} needs {package}, which is not installed: pip install {package}")
    builder = importlib.import_module(f"{__name__}.{package}")
    parts: Mapping[str, Any] = builder.build(name, options)
    return parts


def library(package: str) -> ModuleType:
    """Import a package, and say in one line why it cannot be imported. Raises `ModelError`."""
    try:
        return importlib.import_module(package)
    except Exception as error:
        raise ModelError(f"{package} cannot be imported: {first_line(error)}") from error


def near(name: str, known: Iterable[str]) -> str:
    """``; did you mean A or B?``, or nothing."""
    known = list(known)
    folded = {candidate.casefold(): candidate for candidate in known}
    found = [folded[match] for match in difflib.get_close_matches(name.casefold(), folded, 3)]
    return f"; did you mean {' or '.join(found)}?" if found else ""


def first_line(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__
