"""What is known of torch, as data: which names return what, read data, change shape by data, draw random numbers.

There is a file for each of several torch versions, and one for each package beside torch whose functions are known
(torchvision.ops, einops). Nothing here imports torch: ``tools/torch_data`` writes the files, from what is installed.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from fullgraph.lint.torch_data.kinds import Kind, resolve

__all__ = [
    "Kind",
    "TorchData",
    "default_version",
    "load",
    "number",
    "outside",
    "resolve",
    "supported",
    "takes",
    "versions",
]


@dataclass(frozen=True)
class TorchData:
    """One torch version, and the packages that are known.

    Functions and modules go by their dotted public name (``torch.relu``, ``torch.nn.Linear``, ``torchvision.ops.nms``),
    methods by their bare name (``relu``).
    """

    version: str
    """``major.minor``."""
    packages: Mapping[str, str]
    """The versions of the packages beside torch: ``{"torchvision": "0.29.2", ...}``."""
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
    breaks: Mapping[str, Kind]
    """Which calls of what is in ``data_read`` and ``dynamic_shape`` end the graph, as TorchDynamo was seen to do.

    Left out is what ends it for some arguments that their kinds do not tell apart, or for some ways to build a module.
    To be asked like ``functions``: ``resolve(data.breaks["repeat_interleave"], ["tensor"], {"output_size": "int"})``
    gives ``no``, ``default`` (in the default mode), ``both`` (with ``fullgraph=True`` too) or ``any`` (not known); see
    ``kinds``. ``__getitem__`` is asked with one index: ``mask`` or ``index`` for a tensor. Of a tensor that is an input
    of the graph and holds a single whole number, the compiler may know more, and not break.
    """
    data_read: frozenset[str]
    """Functions, methods and modules that can end the graph by reading tensor data into Python: for their result
    (``item``, ``torch.equal``) or on the way to it (``torch.cov``). ``breaks`` tells which of their calls do."""
    dynamic_shape: frozenset[str]
    """Functions, methods and modules that can end the graph by computing a shape from tensor data: that of their result
    (``nonzero``) or one on the way to it (``torch.nn.AdaptiveLogSoftmaxWithLoss``). None is also in ``data_read``."""
    random: frozenset[str]
    """Functions, methods and modules that can draw random numbers (tag ``nondeterministic_seeded``)."""
    inplace: frozenset[str]
    """Methods that change their tensor."""
    views: frozenset[str]
    """Functions, methods and properties whose result was seen, or is said by the schema, to share memory with an
    argument. What is in ``pointwise`` and not here returns fresh memory; nothing is promised of the rest."""
    pointwise: frozenset[str]
    """Functions and methods that work element by element, with broadcasting (tag ``pointwise``)."""

    numbers: Mapping[str, Sequence[tuple[int, str, str, bool]]]
    """The parameters of functions and methods (``torch.Tensor.narrow``) that are numbers: position (a method's tensor
    counts; -1 for one by its name alone), name, what it needs under ``fullgraph=True`` (as in
    ``fullgraph.rules.shared.number_parameters``), and whether even a tensor that the graph is given ends it."""

    def at_least(self, version: str) -> bool:
        """Return whether this is the given version or a later one."""
        return number(self.version) >= number(version)


@functools.lru_cache(maxsize=1)
def versions() -> tuple[str, ...]:
    """The torch versions that there is data for, oldest first."""
    names = (entry.name for entry in resources.files(__name__).iterdir())
    found = [name.removeprefix("torch-").removesuffix(".json") for name in names if name.startswith("torch-")]
    return tuple(sorted(found, key=number))


def number(version: str) -> tuple[int, int]:
    """Major and minor of a torch version (``2.13``, ``2.13.0+cpu``, ``2.16.0a0``); ValueError for what is none."""
    match = re.fullmatch(r"(\d+)\.(\d+)(?:[.+a-z]\S*)?", version)
    if match is None:
        raise ValueError(f"not a torch version: {version!r}; write it like {versions()[-1]!r}")
    return int(match[1]), int(match[2])


def supported(version: str) -> str:
    """A version that may be asked about. Raises ValueError for what is none, and for what no known version is near.

    These are versions before the oldest known one, and another major version than the newest. A later minor version
    than the newest may be asked about: `outside` tells of it.
    """
    oldest, newest = versions()[0], versions()[-1]
    (major, minor), last = number(version), number(newest)[0]
    if not number(oldest) <= (major, minor) < (last + 1, 0):
        known = f"{oldest} to {newest} are, and later {last}.x count as {newest}"
        raise ValueError(f"torch {major}.{minor} is not known; {known}")
    return version


def outside(version: str | None) -> str | None:
    """The known version that stands in for one that is older or newer than all; None for a version within these.

    None asks about ``default_version()``.
    """
    wanted = number(default_version() if version is None else version)
    oldest, newest = versions()[0], versions()[-1]
    return newest if wanted > number(newest) else oldest if wanted < number(oldest) else None


@functools.lru_cache(maxsize=1)
def default_version() -> str:
    """The torch version that is meant where none is given: the one installed beside fullgraph, else the newest known.

    It is asked of the installed distributions; torch is not imported.
    """
    from importlib import metadata

    try:
        installed = metadata.version("torch")
        number(installed)
    except (metadata.PackageNotFoundError, ValueError, TypeError):
        return versions()[-1]
    return installed


def load(version: str | None = None) -> TorchData:
    """The data of a torch version; where none is given, of ``default_version()``.

    A version that is not known gets the nearest older one, or the oldest. Raises ValueError for what is no version.
    """
    wanted = number(default_version() if version is None else version)
    older = [name for name in versions() if number(name) <= wanted]
    return _read(older[-1] if older else versions()[0])


@functools.lru_cache(maxsize=1)
def _methods() -> dict[str, tuple[int, int, list[str]]]:
    return dict(_content("methods")["methods"])


_OLD_FORMS = 2
"""Arguments that old forms of methods take in front: ``x.add(1, y)``, ``x.addmm(1, 1, a, b)``."""


def takes(method: str, count: int | None, keywords: Collection[str]) -> bool:
    """Return whether a tensor's method may be called with so many positional arguments and these keywords.

    ``count`` is None where others may be passed too. Of a method that nothing is known of the answer is yes.
    """
    fewest, most, names = _methods().get(method, (0, -1, None))
    # The stub files cannot name a parameter `from`.
    if names is not None and not {*names, "from"}.issuperset(keywords):
        return False
    if count is None or names is None:
        return True
    enough = count + len(keywords) >= fewest
    return enough and (most < 0 or count <= (most + _OLD_FORMS if most else 0))


_SETS = ("data_read", "dynamic_shape", "random", "inplace", "views", "pointwise", "floating")
_PACKAGES = ("einops", "torchvision")


@functools.lru_cache(maxsize=4)
def _read(version: str) -> TorchData:
    data = _content(f"torch-{version}")
    data["packages"] = {}
    for package in _PACKAGES:
        more = _content(package)
        data["packages"][package] = more["version"]
        for table in ("functions", "modules", "breaks"):
            data.setdefault(table, {}).update(more[table])
        for name in ("data_read", "dynamic_shape", "random", "views"):
            data[name] += more[name]
    for name in _SETS:
        data[name] = frozenset(data[name])
    data["fields"] = {name: tuple(fields) for name, fields in data["fields"].items()}
    return TorchData(version=version, **data)


def _content(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(resources.files(__name__).joinpath(f"{name}.json").read_bytes())
    return content


@functools.lru_cache(maxsize=1)
def known_dtypes() -> frozenset[str]:
    """The names of torch's dtypes."""
    return frozenset(load().dtypes)
