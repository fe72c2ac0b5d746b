"""Facts as JSON, and back. What is read is data from anywhere: every field is checked, and nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from fullgraph.lint.diagnostics.measured import MODES, Measured, Source
from fullgraph.lint.facts.schema import (
    ARMS,
    OTHER_TENSOR,
    VERSION,
    BranchFact,
    CostFact,
    FunctionFact,
    Groups,
    Recorded,
    Scene,
    TensorFact,
    ValueFact,
)

Read = TypeVar("Read")

NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(\[\d+\])?'?(\.\d+)?")
"""A variable, ``self.name``, an item of a tuple, one behind a branch, a dimension."""
_WORD = re.compile(r"[\w.<>:\-]{1,200}")
_FILE = re.compile(r"[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069\\]{1,1000}")
_LABEL = re.compile(r"[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]{1,200}")
_DIGEST = re.compile(r"[0-9a-f]{32}")
_LARGEST = 2**53


class Malformed(ValueError):
    """A part of a file of facts that is not what it should be; the message says where and what."""


def to_json(recorded: Recorded) -> dict[str, Any]:
    """All facts as plain lists, texts and numbers."""
    return {"version": VERSION, "functions": [_function(one) for one in recorded.functions.values()]}


def _function(fact: FunctionFact) -> dict[str, Any]:
    return {
        "file": fact.file,
        "name": fact.name,
        "digest": fact.digest,
        "line": fact.line,
        "runs": fact.runs,
        "calls": fact.calls,
        **_given(
            raised=fact.raised,
            grad_modes=sorted(fact.grad_modes),
            training=sorted(fact.training),
            **_scene(fact.scene),
            branches={str(number): _branch(one) for number, one in sorted(fact.branches.items())},
            costs={str(number): _cost(one) for number, one in sorted(fact.costs.items())},
        ),
    }


def _branch(fact: BranchFact) -> dict[str, Any]:
    arms = {arm: _scene(scene) for arm, scene in sorted(fact.arms.items())}
    return {"line": fact.line, **_given(taken=fact.taken, not_taken=fact.not_taken, arms=arms)}


def _cost(fact: CostFact) -> dict[str, Any]:
    return {"line": fact.line, "measured": [measured_to_json(one) for one in fact.measured]}


def measured_to_json(one: Measured) -> dict[str, Any]:
    """What was measured as an object."""
    return {
        "target": one.source.target,
        "device": one.source.device,
        "mode": one.source.mode,
        "milliseconds": one.milliseconds,
        "share": one.share,
        "calls": one.calls,
        "operators": one.operators,
        "syncs": one.syncs,
        "kernels": one.kernels,
    }


def _scene(scene: Scene) -> dict[str, Any]:
    return _given(
        values={name: _value(one) for name, one in sorted(scene.values.items())},
        same_shape=_groups(scene.same_shape),
        same_size=_groups(scene.same_size),
        same_dtype=_groups(scene.same_dtype),
        same_device=_groups(scene.same_device),
        shared=sorted(map(list, scene.shared)),
    )


def _value(value: ValueFact) -> dict[str, Any]:
    written: dict[str, Any] = {"types": _sorted(value.types)}
    if value.tensor is not None:
        written["tensor"] = _tensor(value.tensor)
    return written


def _tensor(tensor: TensorFact) -> dict[str, Any]:
    if not tensor.plain:
        return {"plain": False}
    written: dict[str, Any] = {"dtypes": _sorted(tensor.dtypes)}
    if tensor.shape is not None:
        written["shape"] = list(tensor.shape)
    else:
        written["ranks"] = _sorted(tensor.ranks)
    return written | {
        "devices": _sorted(tensor.devices),
        "layouts": _sorted(tensor.layouts),
        "grads": sorted(tensor.grads),
    }


def _sorted(words: Iterable[Any] | None) -> list[Any] | None:
    return sorted(words) if words is not None else None


def _groups(groups: Groups) -> list[list[str]]:
    return sorted(sorted(group) for group in groups)


def _given(**values: Any) -> dict[str, Any]:
    """Without what is empty."""
    return {name: value for name, value in values.items() if value or value is None}


# Back


def from_json(data: object) -> Recorded:
    """The facts again. Raises `Malformed`."""
    functions = [_read_function(one) for one in _list(_object(data, "file"), "functions")]
    known: dict[tuple[str, str, str], FunctionFact] = {}
    for one in functions:
        known[one.key] = known[one.key].join(one) if one.key in known else one
    return Recorded(dict(sorted(known.items())))


def _read_function(data: object) -> FunctionFact:
    one = _object(data, "function")
    return FunctionFact(
        _text(one, "file", _FILE),
        _text(one, "name", _WORD),
        _text(one, "digest", _DIGEST),
        _number(one, "line", 1),
        _number(one, "runs"),
        _number(one, "calls"),
        _number(one, "raised"),
        _read_scene(one),
        _flags(one, "grad_modes"),
        _flags(one, "training"),
        {
            _index(number): _read_branch(branch)
            for number, branch in _object(one.get("branches", {}), "branches").items()
        },
        {_index(number): _read_cost(cost) for number, cost in _object(one.get("costs", {}), "costs").items()},
    )


def _read_branch(data: object) -> BranchFact:
    one = _object(data, "branch")
    arms = _object(one.get("arms", {}), "arms")
    if arms.keys() - set(ARMS):
        raise Malformed(f"an arm is called {sorted(arms)[0]!r:.50}")
    return BranchFact(
        _number(one, "line", 1),
        _number(one, "taken"),
        _number(one, "not_taken"),
        {arm: _read_scene(_object(arms[arm], arm)) for arm in ARMS if arm in arms},
    )


def _read_cost(data: object) -> CostFact:
    one = _object(data, "cost")
    measured = tuple(map(measured_from_json, _list(one, "measured")))
    if not measured:
        raise Malformed("a cost has nothing that was measured")
    return CostFact(_number(one, "line", 1), ()).join(CostFact(_number(one, "line", 1), measured))


def measured_from_json(data: object) -> Measured:
    """What was measured again. Raises `Malformed`."""
    one = _object(data, "measured cost")
    mode = next((known for known in MODES if known == one.get("mode")), None)
    if mode is None:
        raise Malformed(f"mode is {one.get('mode')!r:.50}")
    share = _figure(one, "share")
    if share > 1:
        raise Malformed(f"share is {share}")
    return Measured(
        Source(_text(one, "target", _LABEL), _text(one, "device", _LABEL), mode),
        _figure(one, "milliseconds"),
        share,
        _figure(one, "calls"),
        _figure(one, "operators"),
        _figure(one, "syncs"),
        _figure(one, "kernels") if one.get("kernels") is not None else None,
    )


def _read_scene(one: Mapping[str, Any]) -> Scene:
    values = {
        _checked(name, NAME, "a name"): _read_value(value)
        for name, value in _object(one.get("values", {}), "values").items()
    }
    pairs = [_names(pair, "shared") for pair in _list(one, "shared", ())]
    if any(len(pair) != 2 for pair in pairs):
        raise Malformed("shared has no pairs")
    return Scene(
        dict(sorted(values.items())),
        _read_groups(one, "same_shape"),
        _read_groups(one, "same_size"),
        _read_groups(one, "same_dtype"),
        _read_groups(one, "same_device"),
        frozenset((min(pair), max(pair)) for pair in pairs),
    )


def _read_value(data: object) -> ValueFact:
    one = _object(data, "value")
    types = _words(one, "types")
    return ValueFact(types, _read_tensor(one["tensor"]) if "tensor" in one else None)


def _read_tensor(data: object) -> TensorFact:
    one = _object(data, "tensor")
    if one.get("plain") is False:
        return OTHER_TENSOR
    shape: tuple[int | None, ...] | None = None
    if "shape" in one:
        sizes = _list(one, "shape")
        shape = tuple(None if size is None else _natural(size, "a size") for size in sizes)
        ranks: frozenset[int] | None = frozenset((len(shape),))
    else:
        ranks = _set(one, "ranks", lambda rank: _natural(rank, "a rank"))
    return TensorFact(
        True,
        _words(one, "dtypes"),
        ranks,
        shape,
        _words(one, "devices"),
        _words(one, "layouts"),
        _flags(one, "grads"),
    )


def _read_groups(one: Mapping[str, Any], key: str) -> Groups:
    return frozenset(frozenset(_names(group, key)) for group in _list(one, key, ()))


def _names(data: object, key: str) -> list[str]:
    if not isinstance(data, list):
        raise Malformed(f"{key} has {data!r:.50}")
    return [_checked(name, NAME, "a name") for name in data]


def _object(data: object, what: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Malformed(f"a {what} is {data!r:.50}")
    return data


def _list(one: Mapping[str, Any], key: str, default: Iterable[Any] | None = None) -> list[Any]:
    value = one.get(key, default)
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, list):
        raise Malformed(f"{key} is {value!r:.50}")
    return value


def _set(one: Mapping[str, Any], key: str, read: Callable[[Any], Read]) -> frozenset[Read] | None:
    """None for anything."""
    return None if key in one and one[key] is None else frozenset(read(item) for item in _list(one, key, ()))


def _words(one: Mapping[str, Any], key: str) -> frozenset[str] | None:
    return _set(one, key, lambda word: _checked(word, _WORD, key))


def _flags(one: Mapping[str, Any], key: str) -> frozenset[bool]:
    flags = _list(one, key, ())
    if not all(isinstance(flag, bool) for flag in flags):
        raise Malformed(f"{key} is {flags!r:.50}")
    return frozenset(flags)


def _text(one: Mapping[str, Any], key: str, pattern: re.Pattern[str]) -> str:
    return _checked(one.get(key), pattern, key)


def _checked(value: object, pattern: re.Pattern[str], what: str) -> str:
    if not isinstance(value, str) or len(value) > 1000 or pattern.fullmatch(value) is None:
        raise Malformed(f"{what} is {value!r:.50}")
    return value


def _number(one: Mapping[str, Any], key: str, least: int = 0) -> int:
    return max(_natural(one.get(key, 0), key), least)


def _figure(one: Mapping[str, Any], key: str) -> float:
    value = one.get(key)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value < _LARGEST:
        raise Malformed(f"{key} is {value!r:.50}")
    return float(value)


def _natural(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _LARGEST:
        raise Malformed(f"{what} is {value!r:.50}")
    return value


def _index(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise Malformed(f"a branch or statement has the number {text!r:.50}")
    return int(text)
