"""Tensor used where Python needs a number

## What it does
Finds tensors that are computed in the graph and used as numbers: as bounds and steps of slices, in `slice(0, t)`,
`range(t)`, `itertools.islice` and `itertools.repeat`, as the index of a Python list or tuple, as a size, start, count
or another number in torch functions (`torch.arange`, `torch.zeros`, `narrow`, `view`, `expand`, `repeat`, `topk`,
`split`, `pad`, `interpolate`, the `dim` or `eps` of many), and in `x[t]`, read or written, with a tensor without
dimensions. For `fullgraph=True`, it finds numbers read from tensors if their value is needed: `range(n)`, `items[n]`,
`items.pop(n)`, `table.get(n)`, `[0] * n`, `x[::n]`, `x.chunk(n)`, `x[[0, n]]`, `x[:, n]`, `x[i, n] = 1`,
`x.uniform_(-n, n)`, `torch.quantile(x, n)`.

## Why the graph breaks
The code reads the tensor's data where it needs the number, and the data exists only when the graph runs. By default,
TorchDynamo ends the graph there (`Data dependent operator`, or as for `.item()`). Under `fullgraph=True`, sizes and
bounds become symbols without values, which many operators accept. A position (`narrow`'s start, `roll`, `pad`,
`x[t]`) cannot be read inside them, and what decides how many operations are traced (`range`, `chunk`, an index of a
list) must be known. `x[n]` is captured, but beside another part of the index `n` has to be known: write
`x.select(1, n)` for `x[:, n]`. From torch 2.14 on, `x[t] = y` is captured there.

If an argument or attribute of the model is a CPU tensor without dimensions, TorchDynamo knows its value. It captures
such a tensor as a size, but not as a bound of a slice or an index of a list. `torch.full((2,), t)`, `x.clamp(max=t)`,
`x[indices]` and `torch.linspace(0, t, 4)` take tensors and are captured. So are sizes from shapes.

TorchDynamo traces a number of NumPy's as such a tensor, and what is computed from it as a computed one: `x[: self.n -
1]`, `x.view(self.n * 2, -1)`. Dropout tests whether its `p` is between 0 and 1, so that a `p` from `np.linspace` ends
the graph; use `float(p)` where the layer is made.

## Example
```python
def forward(self, x, lengths):
    positions = torch.arange(lengths.max())
    return x[:, : lengths.max()] + positions
```

Use instead a known size, and a mask:
```python
def forward(self, x, lengths):
    positions = torch.arange(x.shape[1], device=x.device)
    return (x + positions).masked_fill(positions >= lengths[:, None], 0)
```

For `x[t]`, use `x.index_select(0, t.reshape(1)).squeeze(0)`; for `x.narrow(0, t, n)`, use `x[t + torch.arange(n)]`.

## The fix
`np.prod(x.shape[1:])`, which makes an array of sizes that Python knows, becomes `math.prod(x.shape[1:])`, and
likewise `sum`, `max` and `min` of a shape or of a list of integers. That is **safe** inside `int()` and for `max` and
`min` that are an index, a bound or an argument of Python's and torch's functions, and **unsafe** otherwise, because
NumPy's product of no numbers is a float, and its numbers overflow and divide by zero without an exception.
For `x[:, n]` with a number that was read, `x.select(1, n)` is a suggestion. There is no fix for a size that is data:
the shape of the result depends on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Mode
from fullgraph.lint.domain.dtypes import BOOLEAN, INTEGER
from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    HIGH,
    MEDIUM,
    Const,
    ExternalInstance,
    MappingValue,
    NumpyNumber,
    Origin,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    is_number,
    is_whole,
    replace,
    tensor_part,
)
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared import number_parameters
from fullgraph.rules.shared.common import DEFAULT_ONLY, FULLGRAPH_ONLY, explain
from fullgraph.rules.shared.known_numbers import called, keys_among, known_number_finding, number_among
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import computed, is_length, is_number_captured, kind_of, read, resumed, symbol
from fullgraph.rules.shared.shapes import shape_calls

REGISTRY = ("GB0033", "GB0124", "GB0059", "GB4841", "GB0112")

_COUNTS = {"builtins.range": 0, "itertools.islice": 1, "itertools.repeat": 1}
"""The position of the first number by which functions of Python count."""
_CHOICES = frozenset(
    (
        *(f"builtins.{kind}.__mul__" for kind in ("list", "tuple", "str")),
        *(f"builtins.{name}" for name in ("list.pop", "list.insert", "dict.get", "dict.pop", "dict.setdefault")),
    )
)
"""Methods of Python's containers whose first argument is a number that has to be known."""
_LOOPED = frozenset(("builtins.range", "builtins.list.__mul__", "builtins.tuple.__mul__"))
_TESTING = frozenset("dropout dropout1d dropout2d dropout3d alpha_dropout feature_alpha_dropout".split())
"""Functions, written in Python, that test whether their number is in a range."""
_TESTING_LAYERS = frozenset(
    f"torch.nn.{name}.__call__"
    for name in "Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout".split()
)


@on_calls(*_COUNTS, *_CHOICES, "torch.*")
def check(event: Call) -> Finding | None:
    """Arguments of torch's functions, and of Python's that count or choose."""
    if event.name in _COUNTS or event.name in _CHOICES:
        return _needed_by_python(event)
    if event.name in _TESTING_LAYERS:
        return _layer(event)
    name = event.name.rpartition(".")[2]
    for number, value in number_parameters.numbers_given(event):
        what = f"{name}() reads its {number.name or 'number'} from tensor data"
        if number.given and tensor_part(value) is not None and computed(value) is None:
            return read(event, value, f"{what}: {event.text}", f"{name}() reads it into a Python number", DEFAULT_ONLY)
        if name in _TESTING and isinstance(value, NumpyNumber) and value.constant is None:
            steps = explain(event, value, f"{name}() tests it, as an array")
            return Finding(event, f"{name}() tests its {number.name}, a NumPy number: {event.text}", steps)
        part = None if number.tensors else computed(value)
        if part is not None:
            known = number.need != "symbol" and not (name in _SHAPING and _is_counted(event.args[0]))
            modes = BOTH_MODES if known else DEFAULT_ONLY
            if (not known or name in _SHAPING) and resumed(event, part):
                modes = tuple(mode for mode in modes if mode == "fullgraph")
            if not modes:
                continue
            step = f"{name}() reads it into a Python number"
            return read(event, value, f"{what}: {event.text}", step, modes, fixes.size_fix(event))
        if number.need == "known" and symbol(value) is not None:
            message = f"{name}() needs to know its {number.name}, {kind_of(value)}: {event.text}"
            return read(event, value, message, f"{name}() needs to know it", FULLGRAPH_ONLY)
    return None


_SHAPING = frozenset(("view", "reshape"))
"""Functions whose sizes have to fit the tensor: those of a length that depends on data need not be known for that."""


def _is_counted(value: Value) -> bool:
    tensor = tensor_part(value)
    return tensor is not None and tensor.dynamic is not None


def _layer(event: Call) -> Finding | None:
    """The call of a dropout layer that was made with a number of NumPy's, such as an item of ``np.linspace``."""
    layer = event.args[0]
    if not isinstance(layer, ExternalInstance) or not layer.numpy:
        return None
    return Finding(event, f"the layer tests its p, a NumPy number: {event.text}")


@on_calls("builtins.slice")
def check_slice(event: Call) -> Finding | None:
    """``slice(0, t)``, which reads its bounds where it is made."""
    value = next((value for value in event.args if tensor_part(value) is not None), None)
    if value is None:
        return None
    return read(event, value, f"slice() reads tensor data: {event.text}", "slice() reads it", DEFAULT_ONLY)


@on_calls(*shape_calls("split", "tensor_split"))
def check_split(event: Call) -> Finding | None:
    """``split`` and ``tensor_split`` by one number; by several, FG307."""
    name = event.name.removeprefix("torch.Tensor.").removeprefix("torch.")
    value = event.argument(1, "split_size_or_sections" if name == "split" else "indices_or_sections")
    value = value if value is not None else event.kwargs.get("split_size")
    part = computed(value) if value is not None else None
    if value is None or (part is not None and name == "tensor_split" and part.shape != ()):
        return None
    if part is not None:
        return read(event, value, f"{name}() reads how to split from tensor data: {event.text}", f"{name}() reads it")
    if symbol(value) is None:
        return None
    message = f"{name}() needs to know how to split, {kind_of(value)}: {event.text}"
    return read(event, value, message, f"{name}() needs to know it", FULLGRAPH_ONLY)


def _needed_by_python(event: Call) -> Finding | None:
    numbers = event.args[1:2] if event.name in _CHOICES else event.args[_COUNTS[event.name] :]
    if event.name in _LOOPED and any(map(is_length, numbers)):
        return None  # FG309
    if event.name in _CHOICES:
        return number_among(event, keys_among(numbers) if ".dict." in event.name else numbers)
    tensor = next((value for value in numbers if tensor_part(value) is not None), None)
    if tensor is None:
        return number_among(event, numbers)
    what = called(event.name)
    return read(event, tensor, f"{what} reads tensor data: {event.text}", f"{what} reads it", fix=fixes.size_fix(event))


def check_index(event: Index) -> Finding | None:
    """Bounds of slices, indices of Python's containers, and ``x[t]`` without dimensions."""
    container = _is_container(event.owner)
    if not container and not _is_array(event.owner):
        return None
    steps = {node.step for node in syntax.walk(event.node) if isinstance(node, ast.Slice)} if event.bounds else set()
    for node, value in event.bounds:
        found = _needed(event, value, known=container or node in steps, what="the slice")
        if found is not None:
            return found
    for node, value in event.parts:
        if container:
            found = _needed(event, value, known=True, what="the index")
        else:
            found = _selected(event, node, value) or _listed(event, value) or _placed(event, value)
        if found is not None:
            return found
    return None


def _is_container(owner: Value) -> bool:
    """Return whether it is surely a Python container, whose items are chosen while tracing."""

    def one(value: Value) -> bool:
        if isinstance(value, Const):
            return isinstance(value.value, str)
        plain = isinstance(value, PyValue) and value.kind in ("size", "str")
        return plain or isinstance(value, SequenceValue) or _is_dictionary(value)

    return all(map(one, alternatives(owner)))


def _is_dictionary(value: Value) -> bool:
    """Return whether it is surely a dictionary, whose keys are looked up while tracing."""
    return isinstance(value, MappingValue) or (
        isinstance(value, ExternalInstance) and value.cls == "collections.Counter"
    )


def _is_array(owner: Value) -> bool:
    """Return whether it is, or may be, a tensor."""
    return tensor_part(owner) is not None or any(type(option) is Value for option in alternatives(owner))


def _needed(event: Index, value: Value, known: bool, what: str) -> Finding | None:
    """The finding for a tensor, or for a number that was read from one where it has to be ``known``."""
    keyed = any(map(_is_dictionary, alternatives(event.owner)))
    part = tensor_part(value)
    if part is not None:
        if keyed:
            return None  # tensors are keys by their identity
        if known and part.confidence < HIGH and computed(value) is None and what == "the index":
            return None  # an input of which nothing is known is rather a number, where it is the index of a list
        modes: tuple[Mode, ...] = BOTH_MODES if known and computed(value) is not None else DEFAULT_ONLY
        if part.array is True and resumed(event, part):  # eager left a number of NumPy's, which is a constant
            modes = tuple(mode for mode in modes if mode == "fullgraph")
            if not modes:
                return None
        return read(
            event, value, f"{what} reads tensor data: {event.text}", f"{what} reads it", modes, fixes.size_fix(event)
        )
    key = keys_among((value,))[0] if keyed else value
    if known and symbol(key) is not None:
        return known_number_finding(event, key, what)
    return None


def _is_first_of_places(value: Tensor) -> bool:
    """Return whether a tensor is the first of a row of places that the function takes one by one.

    So does non-maximum suppression: ``i = order[0]``, ``order = order[1:]``, until ``order.numel()`` is 0. Nothing says
    that ``order`` has one dimension.
    """
    link = value.evidence
    item = link.node if link is not None and value.rank is None else None
    if link is None or not isinstance(item, ast.Subscript) or not isinstance(item.value, ast.Name):
        return False
    if not isinstance(item.slice, ast.Constant) or not isinstance(item.slice.value, int):
        return False
    around: ast.AST | None = item
    while around is not None and not isinstance(around, syntax.AnyFunction):
        around = link.module.parents.get(around)
    return around is not None and item.value.id in syntax.remembered(around, "taken one by one", lambda: _taken(around))


def _is_one_of_places(event: Index, value: Tensor) -> bool:
    """Return whether a number is written to one of several places, ``table[places[j]] = j``.

    Nothing says that ``places`` has one dimension, but what else would be written one by one?
    """
    link = value.evidence
    item = link.node if link is not None and value.rank is None and value.dtype == INTEGER else None
    if event.kind != "write" or not isinstance(item, ast.Subscript) or event.assigned is None:
        return False
    if link is None or link.module is not event.frame.module or not is_number(event.assigned):
        return False
    with event.interp.muted(event.frame):
        return is_whole(event.interp.evaluate(event.frame, item.slice))


def _taken(function: ast.AST) -> frozenset[str]:
    """The variables of which the function takes all but the first item, and tests how many there are."""
    shortened: set[str] = set()
    counted: set[str] = set()
    for node in syntax.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Slice):
            if isinstance(node.slice.lower, ast.Constant) and node.slice.lower.value == 1 and node.slice.upper is None:
                shortened.add(node.value.id)
        elif isinstance(node, (ast.Compare, ast.If, ast.While)):
            counted.update(_counted_in(node if isinstance(node, ast.Compare) else node.test))
    return frozenset(shortened & counted)


def _counted_in(test: ast.expr) -> Iterator[str]:
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute) and node.attr in ("numel", "size", "shape", "nelement"):
            if isinstance(node.value, ast.Name):
                yield node.value.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
            yield from (one.id for one in node.args if isinstance(one, ast.Name))


def _listed(event: Index, value: Value) -> Finding | None:
    """``x[[n, m]]`` with numbers read from tensors, or with these: a list as index is made a tensor while tracing."""
    if not isinstance(value, SequenceValue) or value.kind != "list" or tensor_part(event.owner) is None:
        return None
    if event.kind == "delete" or (event.kind == "write" and in_versions(event, before="2.11")):
        return None
    for item in value.items or (value.each(),):
        if symbol(item) is not None:
            return known_number_finding(event, item, "a list as index")
        part = computed(item)
        if part is not None and event.kind == "read" and _is_whole_number(part):
            given = item if part.shape == () else replace(part, confidence=min(part.confidence, MEDIUM))
            message = f"a list of tensors as index is read into Python: {event.text}"
            return read(event, given, message, "the list reads it", BOTH_MODES)
    return None


def _placed(event: Index, value: Value) -> Finding | None:
    """``x[i, n]`` with a number read from a tensor: beside another part, an index has to be known; ``x[n]`` has not."""
    owner = tensor_part(event.owner)
    if owner is None or event.kind == "delete" or (event.kind == "write" and is_number_captured(event)):
        return None
    parts = value.items or () if isinstance(value, SequenceValue) and value.kind == "tuple" else (value,)
    for part in parts:
        number = symbol(part)
        if number is not None and (len(event.parts) > 1 or part is not value or owner.array or number.kind == "bool"):
            found = known_number_finding(event, part, "an index of several parts" if not owner.array else "the index")
            instead = _by_select(event)
            return found if instead is None else replace(found, fix=suggestion(f"{_CAPTURED}: {instead}"))
    return None


_CAPTURED = "Select along the dimension, which takes a number that is not known"


def _by_select(event: Index) -> str | None:
    """Return ``x.select(1, n)`` for ``x[:, n]``; None for an index of another form, and for one that is written."""
    node = event.node
    if event.kind != "read" or not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple):
        return None
    parts = node.slice.elts
    whole = [isinstance(part, ast.Slice) and not (part.lower or part.upper or part.step) for part in parts]
    chosen = [place for place, full in enumerate(whole) if not full]
    if len(chosen) != 1 or isinstance(parts[chosen[0]], (ast.Slice, ast.Starred)):
        return None
    method = ast.Attribute(node.value, "select", ast.Load())
    return ast.unparse(ast.Call(method, [ast.Constant(chosen[0]), parts[chosen[0]]], []))


def _is_whole_number(part: Tensor) -> bool:
    """Return whether it is, or is likely, an integer tensor without dimensions: an item of another."""
    if part.floating or part.dtype == BOOLEAN or part.rank not in (None, 0):
        return False
    because = part.evidence
    item = because is not None and (because.origin is Origin.ITEM or isinstance(because.node, ast.Subscript))
    return part.shape == () or item


def _selected(event: Index, node: ast.expr, value: Value) -> Finding | None:
    """``x[t]`` with an integer tensor without dimensions reads it, and selects; ``x[t] = y`` too."""
    part = computed(value)
    if part is None or not isinstance(value, Tensor) or event.kind == "delete" or not isinstance(event.owner, Tensor):
        return None
    if part.dtype == BOOLEAN or isinstance(node, ast.Slice) or is_number_captured(event):
        return None
    if part.shape != ():
        if not _is_first_of_places(part) and not _is_one_of_places(event, part):
            return None
        value = replace(value, confidence=min(part.confidence, MEDIUM))
    message = f"a tensor without dimensions as index is read into Python: {event.text}"
    modes: tuple[Mode, ...] = BOTH_MODES
    if event.kind == "write" and not in_versions(event, before="2.14"):
        modes = DEFAULT_ONLY
    if resumed(event, part):
        modes = tuple(mode for mode in modes if mode == "fullgraph")
    return read(event, value, message, "the index reads it", modes) if modes else None
