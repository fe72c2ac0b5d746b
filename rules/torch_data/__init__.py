"""What is known of torch, as data: which names return what, read data, change shape by data, draw random numbers.

Nothing here imports torch. ``python -m fullgraph.rules.torch_data.generate`` writes the file for the torch installed.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from fullgraph.rules.torch_data.kinds import Kind, resolve

__all__ = ["Kind", "TorchData", "load", "resolve", "versions"]


@dataclass(frozen=True)
class TorchData:
    """One torch version. Functions and modules go by their dotted public name, methods by their bare name."""

    version: str
    """``major.minor``."""
    functions: Mapping[str, Kind]
    """What calling ``torch.relu``, ``torch.nn.functional.relu``, ``torch.is_grad_enabled`` ... returns."""
    methods: Mapping[str, Kind]
    """What a method of ``torch.Tensor`` returns, operators included (``__add__``)."""
    properties: Mapping[str, Kind]
    """The attributes of a tensor that are not methods."""
    modules: Mapping[str, Kind]
    """What calling a ``torch.nn`` module returns. Overloads here are by the arguments of the constructor."""
    dtypes: Mapping[str, str]
    """``torch.float`` and its like to the one name that the dtype has, ``torch.float32``."""
    floating: frozenset[str]
    """The dtypes that are floating-point or complex, by that name: the ones that can carry a gradient."""
    fields: Mapping[str, tuple[str, ...]]
    """The names of a returned named tuple's items, by function (``torch.topk``) or method (``topk``)."""
    data_read: frozenset[str]
    """Functions and methods that read tensor data into Python (tag ``data_dependent_output``)."""
    dynamic_shape: frozenset[str]
    """Functions and methods whose result's shape can depend on data (tag ``dynamic_output_shape``)."""
    random: frozenset[str]
    """Functions, methods and modules that can draw random numbers (tag ``nondeterministic_seeded``)."""
    inplace: frozenset[str]
    """Methods that change their tensor."""
    views: frozenset[str]
    """Functions, methods and properties whose result was seen, or is said by the schema, to share memory with an
    argument. What is in ``pointwise`` and not here returns fresh memory; nothing is promised of the rest."""
    pointwise: frozenset[str]
    """Functions and methods that work element by element, with broadcasting (tag ``pointwise``)."""

    def at_least(self, version: str) -> bool:
        """Whether this is the given version or a later one."""
        mine, other = (tuple(int(part) for part in text.split(".")[:2]) for text in (self.version, version))
        return mine >= other


@functools.lru_cache(maxsize=1)
def versions() -> tuple[str, ...]:
    """The torch versions that there is data for, oldest first."""
    names = (entry.name for entry in resources.files(__name__).iterdir())
    found = [name.removeprefix("torch-").removesuffix(".json") for name in names if name.startswith("torch-")]
    return tuple(sorted(found, key=_number))


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2])


def load(version: str | None = None) -> TorchData:
    """The data of a torch version, of the newest one known where none is given.

    A version that is not known gets the nearest older one, or the oldest. Raises ValueError for what is no version.
    """
    known = versions()
    if version is None:
        return _read(known[-1])
    try:
        wanted = _number(version)
    except ValueError:
        raise ValueError(f"not a torch version: {version!r}; write it like {known[-1]!r}") from None
    older = [name for name in known if _number(name) <= wanted]
    return _read(older[-1] if older else known[0])


@functools.lru_cache(maxsize=4)
def _read(version: str) -> TorchData:
    data = json.loads(resources.files(__name__).joinpath(f"torch-{version}.json").read_bytes())
    for name in ("data_read", "dynamic_shape", "random", "inplace", "views", "pointwise", "floating"):
        data[name] = frozenset(data[name])
    data["fields"] = {name: tuple(fields) for name, fields in data["fields"].items()}
    return TorchData(version=version, **data)
