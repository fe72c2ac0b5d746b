"""Models that other libraries define, built from their configuration with random weights: nothing is downloaded.

``hf:ClassName`` and ``diffusers:ClassName`` are model classes of transformers and diffusers, ``timm:name`` and
``torchvision:name`` names of their registries, ``pyg:ClassName`` a model or a layer of torch_geometric. A module here
per library builds the model and makes inputs for it; `hf` and `diffusion` shrink configurations of transformers and
diffusers and make their tensors. Each has a function ``build(name, options)`` that returns what a factory of
`fullgraph.runtime_check.target.target` returns, the inputs as a function, which is called only where no others were
given, and a function ``names(every)`` that lists what ``build`` takes.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

Size = Literal["small", "default"]

LIBRARIES = {
    "hf": "transformers",
    "timm": "timm",
    "torchvision": "torchvision",
    "diffusers": "diffusers",
    "pyg": "torch_geometric",
}
"""The prefixes of targets, and the package each one needs. The module that builds has the package's name."""


COMMON = {
    "transformers": ("transformers.modeling_utils", "transformers.processing_utils", "transformers.loss.loss_utils"),
    "diffusers": ("diffusers.models.modeling_utils",),
    "torch_geometric": ("torch_geometric.nn",),
}
"""Modules that nearly all models of a package import."""

NOT_INSTALLED = "needs a package that is not installed"
NO_DEFAULT = "its configuration has no usable default"
NOT_BUILT = "cannot be built from its configuration"
NO_INPUTS = "its inputs cannot be made"
NO_VALUE = "no value is known for an argument of the constructor"
NO_INPUT = "no input is known for a parameter"
NOT_RUN = "does not run on the inputs made for it"
NO_MODEL = "no model class of PyTorch"
UNKNOWN = "the library has no model of this name"
NO_IMPORT = "the library cannot be imported"


class ModelError(Exception):
    """A model that cannot be built: one line that says why and what to do.

    ``cause`` says why in few words, the same ones for all models that fail for the same reason.
    """

    def __init__(self, message: str, cause: str) -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True)
class BuildOptions:
    """``small`` shrinks widths, depths and images; ``train`` puts the model into train mode and gives it labels."""

    size: Size = "small"
    train: bool = False


def build(prefix: str, name: str, options: BuildOptions) -> Mapping[str, Any]:
    """The model and a function that makes its inputs. Raises `ModelError`."""
    parts: Mapping[str, Any] = _builder(prefix, f"{prefix}:{name}").build(name, options)
    return parts


def names(prefix: str, *, every: bool = False) -> list[str]:
    """The models of a library, by the names that `build` takes, in an order that stays. Raises `ModelError`.

    Of timm and torchvision a small one of each family, where ``every`` does not ask for all of them.
    """
    found: list[str] = _builder(prefix, f"{prefix}:").names(every)
    return found


def _builder(prefix: str, wanted: str) -> ModuleType:
    package = LIBRARIES[prefix]
    if importlib.util.find_spec(package) is None:
        raise ModelError(
            f"{wanted} needs {package}, which is not installed: pip install {package}", f"{NOT_INSTALLED}: {package}"
        )
    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when the libraries are imported
    return importlib.import_module(f"{__name__}.{package}")


def preloaded(package: str) -> tuple[str, ...]:
    """The modules that most models of a package need, its builder's among them."""
    if package not in LIBRARIES.values():
        return ()
    return f"{__name__}.{package}", *COMMON.get(package, ())


def library(package: str) -> ModuleType:
    """Import a package, and say in one line why it cannot be imported. Raises `ModelError`."""
    try:
        return importlib.import_module(package)
    except Exception as error:
        raise ModelError(f"{package} cannot be imported: {first_line(error)}", NO_IMPORT) from error


def failing(cause: str, error: BaseException) -> str:
    """A cause with what sort of error it was, or the package that was missing."""
    missing = missing_package(error)
    return f"{NOT_INSTALLED}: {missing}" if missing else f"{cause}: {type(error).__name__}"


def missing_package(error: BaseException) -> str:
    """The package without which something was raised; nothing if it was for another reason."""
    if not isinstance(error, ImportError):
        return ""
    if error.name:
        return error.name.partition(".")[0]
    told = _MISSING.search(str(error))
    return told[1] if told else ""


_MISSING = re.compile(r"(?:requires|need|install)\w*,? (?:the |[`'\"]*pip install )*[`'\"]?([\w-]+)")


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
