"""The plain attributes of modules and other objects: numbers, texts, tensors, and containers of these.

They are kept, put back, and told.

A module's hooks are put back too: what a first call registers goes with the attribute that says it was done.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import types
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, MutableSequence, MutableSet
from typing import Any

import torch
from fullgraph.runtime_check.step.leaves import equal, walk

PLAIN = (bool, int, float, complex, str, bytes, type(None))
LEAVES = 10_000
"""The number of values of one attribute that are looked at."""
_INTERNAL = frozenset(vars(torch.nn.Module())) - {"training"}
_HOOKS = tuple(name for name in vars(torch.nn.Module()) if "hook" in name)
_CONTAINERS = (list, tuple, dict, set, frozenset, collections.deque)


class Attributes:
    """The attributes of modules and other objects as they are now, to be put back."""

    def __init__(self, objects: Iterable[object]) -> None:
        self.kept = [(one, own_attributes(one)) for one in objects]
        self.contents: list[tuple[Any, Any]] = []
        self.tensors: list[tuple[torch.Tensor, torch.Tensor]] = []
        seen: set[int] = set()
        for module, attributes in self.kept:
            for value in attributes.values():
                self._keep(value, seen)
            for name in _HOOKS:
                self._keep(vars(module).get(name), seen)

    def _keep(self, value: Any, seen: set[int]) -> None:
        if id(value) in seen:
            return
        seen.add(id(value))
        if isinstance(value, torch.Tensor):
            if not isinstance(value, torch.nn.Parameter) and value.layout == torch.strided and value.is_leaf:
                self.tensors.append((value, value.detach().clone()))
        elif isinstance(value, _CONTAINERS):
            with contextlib.suppress(Exception):  # one that does not tell its contents cannot be put back
                self._keep_contents(value, seen)

    def _keep_contents(self, value: Any, seen: set[int]) -> None:
        if isinstance(value, (MutableMapping, MutableSequence, MutableSet)):
            self.contents.append((value, list(value.items()) if isinstance(value, Mapping) else list(value)))
        for entry in value.values() if isinstance(value, Mapping) else value:
            self._keep(entry, seen)

    def restore(self) -> None:
        """Attributes that were set since are gone again; functions and modules stay as they are."""
        for module, attributes in self.kept:
            now = vars(module)
            for name in [name for name in own_attributes(module) if name not in attributes]:
                del now[name]
            for name, value in attributes.items():
                if name not in now or now[name] is not value:
                    now[name] = value
        for container, contents in self.contents:
            _put_back(container, contents)
        with torch.no_grad():
            for tensor, copy in self.tensors:
                if not equal(tensor, copy):
                    tensor.copy_(copy)


def _put_back(container: Any, contents: list[Any]) -> None:
    now = list(container.items()) if isinstance(container, Mapping) else list(container)
    if len(now) == len(contents) and all(_is(a, b) for a, b in zip(now, contents, strict=True)):
        return
    container.clear()
    (container.extend if isinstance(container, MutableSequence) else container.update)(contents)


def _is(left: Any, right: Any) -> bool:
    if isinstance(left, tuple) and isinstance(right, tuple):
        # As plain tuples: a class of the user's may have its own len() and iteration.
        pairs = zip(tuple.__iter__(left), tuple.__iter__(right), strict=True)
        return tuple.__len__(left) == tuple.__len__(right) and all(_is(a, b) for a, b in pairs)
    return left is right


def own_attributes(module: object) -> dict[str, Any]:
    """The attributes of a module or another object that are plain values, tensors or containers."""
    return {
        name: value
        for name, value in vars(module).items()
        if name not in _INTERNAL and isinstance(value, (*PLAIN, *_CONTAINERS, torch.Tensor))
    }


def named_values(modules: Mapping[str, torch.nn.Module], objects: Iterable[object] = ()) -> Iterator[tuple[str, Any]]:
    """Every plain value and tensor in the attributes of modules and objects, by a path such as ``layer.seen[2]``."""
    seen: set[int] = set()
    for one in objects:
        for name, value in vars(one).items():
            yield from itertools.islice(walk(value, name, _entries, seen), LEAVES)
    for prefix, root in modules.items():
        for inner, module in root.named_modules():
            where = ".".join(part for part in (prefix, inner) if part)
            for name, value in vars(module).items():
                if name not in _INTERNAL:
                    path = f"{where}.{name}" if where else name
                    yield from itertools.islice(walk(value, path, _entries, seen), LEAVES)


def _entries(value: Any, path: str) -> Iterator[tuple[str, Any]] | None:
    """The entries of a value, its length with them; of a set only the plain ones, together. Other objects have none."""
    if isinstance(value, (*PLAIN, torch.Tensor, _PlainSet)):
        return None
    try:
        # A class of the user's may have its own len() and iteration, which may raise.
        return _as_far_as_it_goes(_entries_of(value, path))
    except Exception:
        return None


def _as_far_as_it_goes(entries: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    with contextlib.suppress(Exception):
        yield from entries


def _entries_of(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    named: Iterable[tuple[str, Any]]
    if isinstance(value, Mapping):
        named = ((f"[{key!r}]" if isinstance(key, PLAIN) else "[...]", entry) for key, entry in value.items())
    elif isinstance(value, (set, frozenset)):
        return iter([(path, _PlainSet(entry for entry in value if isinstance(entry, PLAIN)))])
    elif isinstance(value, (list, tuple, collections.deque)):
        named = ((f"[{index}]", entry) for index, entry in enumerate(value))
    else:
        own = vars(value) if _is_plain_object(value) else {}
        return ((f"{path}.{name}", entry) for name, entry in own.items())
    return itertools.chain([(f"len({path})", len(value))], ((path + name, entry) for name, entry in named))


class _PlainSet(set[Any]):
    """The plain values of a set."""

    def __repr__(self) -> str:
        return repr(set(self))


def _is_plain_object(value: Any) -> bool:
    """An object of the user's own: state that a step may keep."""
    kinds = (type, types.FunctionType, types.MethodType, types.ModuleType, torch.nn.Module, torch.Generator)
    return (
        hasattr(value, "__dict__") and not isinstance(value, kinds) and not type(value).__module__.startswith("torch")
    )
