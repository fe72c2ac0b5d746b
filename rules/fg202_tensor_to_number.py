"""Tensor made into a Python number

## What it does
Finds conversions of a tensor to a number or a bool without `.item()`: `int(t)`, `float(t)`, `bool(t)`, `complex(t)`,
`operator.index(t)`, `operator.truth(t)`, `3 in t`, the functions of `math`, `torch.equal`, `torch.allclose` and
`is_nonzero`; `cov`, `corrcoef` and `gaussian_nll_loss`, which look at the values before they compute;
`nn.TransformerEncoder`, `nn.TransformerDecoder` and `nn.Transformer` with a mask, which compare it with a causal one if
they are not told (`is_causal=`, `tgt_is_causal=`); `clamp` and `clip` with a number as one bound and a tensor as the
other; and conversions to text: `chr(t)`, `bin(t)`, `oct(t)`, `hex(t)`.

For numbers read from tensors, it finds code that needs the value: those functions of `math`, `complex()`, `divmod()`,
`n.bit_length()` and similar methods, `max` and `min` with a `key`, `~n` and `2 ** n` of integers, hashing (`hash(n)`,
`set(t.tolist())`, `{n: x}`, `{(n, m)}`, `n in table`, `dict.fromkeys`, `Counter`), comparing (`itertools.groupby`),
searching (`n in range(5)`, `index`, `count` and `remove` of a list), and NumPy's functions and older constructors that
make a tensor of it: `np.array(t.tolist())`, `torch.as_tensor(n)`, `torch.LongTensor(t.tolist())`, `x.new([n, m])`;
`torch.tensor` is captured. Lists of tensors, arrays or NumPy's numbers make compiling fail in `as_tensor`, `asarray`,
`new`, `torch.Tensor` and, unless they are two or more tensors of its dtype, in `torch.FloatTensor` and its like:
`torch.FloatTensor([x.mean()])`, `torch.FloatTensor([np.sqrt(2), 1.0])`.

## Why the graph breaks
Each of them reads tensor data while tracing. By default, TorchDynamo ends the graph there. Under `fullgraph=True`,
`int`, `float`, `bool`, `operator.index` and `in` give a symbol without a value, as `.item()` does; the others break
in both modes. Of a symbol, `math` can compute the root, the trigonometric functions, `floor`, `ceil`, `trunc` and
`log2`; `exp`, `log`, `isnan` and the rest break under `fullgraph=True`. By default, a number that was read before is
a symbol with a value once it has changed: of it, the functions of `math` that give a truth value or an integer break
too, such as `isnan`, `isfinite`, `isclose` and `gcd`, if the code behind them computes with tensors.

`int(x.shape[0])`, `float(len(x))`, `min(t, 3)`, `abs(t)`, `sum(t)` and `math.prod` of tensors are captured.

## Example
```python
def forward(self, x):
    return x * math.exp(x.mean())
```

Use instead:
```python
def forward(self, x):
    return x * torch.exp(x.mean().detach())
```

## The fix
`float(t)` of a floating-point tensor and `int(t)` of an integer tensor are rewritten like `t.item()`, under the same
conditions (FG201). For other dtypes, that is **unsafe**: `int(t)` becomes `t.long()`, which raises no error for NaN,
and `float(t)` becomes the tensor itself. `float(torch.tensor(n).log2().round())` of a number becomes
`float(round(math.log2(n)))` (unsafe: double instead of single precision), and `int(np.prod(x.shape))` becomes
`math.prod(x.shape)` (safe).

`overflow = bool(t.any())`, `same = torch.equal(a, b)` and `torch.allclose` become tensors if they only decide
branches, which become selections in the same fix (FG201, FG101): safe if these are. `torch.equal(a, b)` becomes `(a
== b).all()`, unsafe if it is not proved that both have one shape and dtype.

`math.exp(t)` and other functions that torch has under the same name become `torch.exp(t.detach())`. That is unsafe,
because it computes in the tensor's precision, and gives NaN or infinity where `math` raises.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Mode
from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.array_dtypes import DOUBLE
from fullgraph.lint.domain.dtypes import INTEGER, LEGACY
from fullgraph.lint.domain.events import Call, Hashed
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.tensor_reads import held_tensor
from fullgraph.lint.domain.values import (
    HELD,
    NONE,
    Const,
    NumpyNumber,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    replace,
    tensor_part,
)
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.torch_data.numpy_names import numpy_names
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain
from fullgraph.rules.shared.known_numbers import (
    NEEDING,
    called,
    known_number,
    known_number_finding,
    number_among,
    numbers_in,
)
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import is_length, read, symbol

REGISTRY = (
    "GB0124",
    "GB0033",
    "GB0059",
    "GB0170",
    "GB0088",
    "GB0081",
    "GB0193",
    "GB5687",
    "GB0115",
    "GB0208",
    "GB0087",
    "GB4315",
)

_SYMBOLS = frozenset(
    (
        *(f"builtins.{name}" for name in ("int", "float", "bool")),
        *(f"torch.Tensor.{name}" for name in ("__int__", "__float__", "__bool__", "__index__", "__contains__")),
        "operator.index",
    )
)
"""Calls that give a symbol under ``fullgraph=True``."""
_QUESTIONS = frozenset(f"{owner}.{name}" for owner in ("torch", "torch.Tensor") for name in tensor_reads.ENDS)
_LOOKING = frozenset(
    (
        *(f"{owner}.{name}" for owner in ("torch", "torch.Tensor") for name in ("cov", "corrcoef")),
        *("torch.nn.functional.gaussian_nll_loss", "torch.nn.GaussianNLLLoss.__call__"),
    )
)
"""Operations that look at the values that they are given before they compute."""
_NUMBERS = frozenset(("builtins.complex", "torch.Tensor.__complex__"))
_DIGITS = frozenset(f"builtins.{name}" for name in ("chr", "bin", "oct", "hex"))
_NUMBERS_OF_NUMPY = frozenset(("builtins.int", "builtins.float", "operator.index"))
_WITHOUT_VALUES = frozenset(
    (
        "isscalar iscomplexobj isrealobj ndim size shape zeros ones empty eye identity tri repeat tile reshape resize "
        "broadcast_to roll"
    ).split()
)
"""Functions of NumPy that do not look at numbers, or take them for sizes, which are symbols."""
_TYPES_OF_NUMPY = frozenset(
    "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ single double".split()
)
_TRUTH = frozenset(("operator.truth", "operator.not_"))
_OF_ONE = frozenset(("torch.as_tensor", "torch.asarray", "torch.Tensor.new_tensor"))
"""Functions that read the numbers of which they make a tensor, also a single one."""
_METHODS = frozenset(("torch.Tensor.new", "torch.Tensor.new_tensor"))
_CONVERSIONS = frozenset(
    (
        *_OF_ONE,
        *_METHODS,
        *LEGACY,
        "torch.Tensor",
    )
)
"""Functions that read a list of numbers of which they make a tensor; ``torch.tensor`` is captured."""
_MADE = "Make the tensor with torch.tensor(), which takes numbers that are not known"


@on_calls(*_LOOKING)
def check_looking(event: Call) -> Finding | None:
    """Of tensors, or of one that the layer is given."""
    return _of_tensor(event, event.args)


_CAUSAL = {
    "torch.nn.TransformerEncoder.__call__": (("mask", 2, "is_causal", 4),),
    "torch.nn.TransformerDecoder.__call__": (("tgt_mask", 3, "tgt_is_causal", 7),),
    "torch.nn.Transformer.__call__": (("src_mask", 3, "src_is_causal", 9), ("tgt_mask", 4, "tgt_is_causal", 10)),
}
"""Layers that look whether a mask is causal where they are not told, with the places of these arguments."""


@on_calls(*_CAUSAL)
def check_causal(event: Call) -> Finding | None:
    """Masks of two dimensions, of which the layer is not told whether they are causal."""
    for mask, place, told, told_place in _CAUSAL[event.name]:
        given, answer = event.argument(place, mask), event.argument(told_place, told) or NONE
        tensor = held_tensor(given) if given is not None else None
        if given is None or tensor is None or answer != NONE or tensor.rank not in (None, 2):
            continue
        what = f"{called(event.name)} without {told}="
        found = read(event, given, f"{what} reads the mask into Python: {event.text}", f"{what} reads it")
        written = _written(event, place - 1, mask)
        if NONE in alternatives(given) and written is not None:
            found = replace(found, conditions=tuple(PathCondition.of(written, True, event.frame.module)))
        return found
    return None


def _written(event: Call, place: int, name: str) -> ast.expr | None:
    """Return the name or attribute that a call is given as an argument; None for any other expression."""
    call = event.node
    if not isinstance(call, ast.Call):
        return None
    named = [one.value for one in call.keywords if one.arg == name]
    found = named[0] if named else call.args[place] if place < len(call.args) else None
    return found if isinstance(found, (ast.Name, ast.Attribute)) else None


@on_calls(*_SYMBOLS, *_QUESTIONS, *_TRUTH, *_NUMBERS, *_DIGITS, *NEEDING, "math.*")
def check(event: Call) -> Finding | None:
    if event.name in _SYMBOLS:
        if event.name in _NUMBERS_OF_NUMPY and (found := _of_numpy(event)) is not None:
            return found
        if event.name == "builtins.int" and event.args and _is_truth(event.args[0]):
            return number_among(event, event.args[:1])
        if event.name == "operator.index" and (found := number_among(event, event.args[:1])) is not None:
            return found
        captured = event.name != "builtins.bool" or in_versions(event, since="2.11")
        return _of_tensor(event, event.args[:1], DEFAULT_ONLY if captured else BOTH_MODES)
    if event.name in _QUESTIONS:
        return _of_tensor(event, (*event.args, *event.kwargs.values()))
    if event.name in _TRUTH:
        return _of_tensor(event, event.args[:1])
    if event.name in _NUMBERS:
        return _of_tensor(event, event.args) or number_among(event, event.args)
    if event.name in _DIGITS and (read_here := _of_tensor(event, event.args)) is not None:
        return read_here
    if (needed := known_number(event)) is not None:
        return needed
    module, _, name = event.name.partition(".")
    if module != "math" or name not in tensor_reads.MATH:
        return None
    if name in _OF_NUMPY and (found := _of_number(event, fails=name == "trunc")) is not None:
        return found
    return _of_tensor(event, event.args, depth=1) or (
        None if name in tensor_reads.SYMBOLIC else number_among(event, event.args)
    )


_OF_NUMPY = frozenset("ceil floor trunc isfinite isinf isnan comb factorial gcd isqrt lcm perm".split())
"""The functions of ``math`` that NumPy's numbers end the graph in; others take such a float for one of Python's."""


@on_calls("builtins.round", "builtins.complex", "builtins.divmod")
def check_rounded(event: Call) -> Finding | None:
    """NumPy's numbers, and arrays without dimensions."""
    rounds = event.name == "builtins.round"
    found = _of_number(event, fails=rounds)
    array = tensor_part(event.args[0]) if event.args and event.name != "builtins.complex" else None
    if found is None and array is not None and array.array is True:
        found = _of_tensor(event, event.args[:1])
        found = found and replace(found, raises=True if rounds else None)
    return found


def _of_number(event: Call, fails: bool) -> Finding | None:
    """The finding for a number of NumPy's. ``fails``: it makes compiling fail."""
    options = [option for value in event.args[:1] for option in alternatives(value)]
    number = next((option for option in options if isinstance(option, NumpyNumber)), None)
    if number is None:
        return None
    what = called(event.name)
    return Finding(
        event,
        f"{what} of a NumPy number {'makes compiling fail' if fails else 'breaks the graph'}: {event.text}",
        explain(event, number, "TorchDynamo has it as an array without dimensions"),
        "high" if len(options) == 1 else "medium",
        raises=True if fails else None,
    )


def _is_truth(value: Value) -> bool:
    """Return whether it is the answer of a comparison of a number that was read from a tensor."""
    part = symbol(value)
    return part is not None and part.kind == "bool"


@on_calls("numpy.*")
def check_numpy(event: Call) -> Finding | None:
    """Functions of NumPy of a number that was read from a tensor, or of a list with some."""
    name = event.name.removeprefix("numpy.")
    made = name in _TYPES_OF_NUMPY
    if not made and (event.name not in numpy_names().traced or name in _WITHOUT_VALUES or name.startswith("random.")):
        return None
    given = tuple(number for value in event.args for number in numbers_in(value))
    if name == "arange":
        given = tuple(value for value in given if not is_length(value))  # which is a size
    return number_among(event, given)


@on_calls(*_CONVERSIONS)
def check_converted(event: Call) -> Finding | None:
    """Functions that make a tensor of a number that was read from one, or of a list with some or with tensors."""
    data = event.argument(int(event.name in _METHODS), "data")
    listed = isinstance(data, SequenceValue)
    if data is None or not (listed or event.name in _OF_ONE):
        return None
    if event.name == "torch.Tensor.new_tensor" and not in_versions(event, before="2.12"):
        return None
    for item in numbers_in(data):
        if symbol(item) is not None:
            return replace(known_number_finding(event, item, called(event.name)), fix=suggestion(_MADE))
    held = next((item for item in numbers_in(data) if _is_traced(item)), None) if listed else None
    if held is None or (event.name in LEGACY and not _is_refused(data, LEGACY[event.name])):
        return None
    what = called(event.name)
    message = f"{what} of a list of tensors or arrays makes compiling fail: {event.text}"
    if isinstance(held, NumpyNumber):
        found = Finding(event, message, explain(event, held, "TorchDynamo has it as an array without dimensions"))
    else:
        found = read(event, held, message, f"{what} reads it")
    return replace(found, raises=True, fix=suggestion(_MADE))


def _is_traced(item: Value) -> bool:
    """Return whether it surely is in the graph: a tensor, an array or a number of NumPy's."""
    return isinstance(item, NumpyNumber) or tensor_part(item) is not None


def _is_refused(data: Value, dtype: str) -> bool:
    """Return whether an older constructor surely refuses a list in which tensors are.

    It stacks two or more, unless they are of another dtype than its own, as asked of torch 2.10 to 2.15.
    """
    items = data.items if isinstance(data, SequenceValue) else None
    if items is None:
        return False
    if len(items) == 1 or any(isinstance(item, (SequenceValue, Const, PyValue)) for item in items):
        return True
    found = {_dtype(item) for item in items}
    return len(found) == 1 and found.isdisjoint((None, dtype))


def _dtype(item: Value) -> str | None:
    """The dtype of a tensor, an array or a number of NumPy's, where it is known."""
    if isinstance(item, NumpyNumber):
        return {"int": INTEGER, "float": DOUBLE, None: None}[item.constant]
    return item.dtype if isinstance(item, Tensor) and isinstance(item.dtype, str) else None


@on_calls(*(f"{owner}.{name}" for owner in ("torch", "torch.Tensor") for name in ("clamp", "clip", "clamp_", "clip_")))
def check_clamped(event: Call) -> Finding | None:
    """A number as one bound: the other one is read, unless it is a constant."""
    bounds = [event.argument(place, name) or NONE for place, name in ((1, "min"), (2, "max"))]
    for bound, other in (bounds, bounds[::-1]):
        if isinstance(bound, Tensor) and _is_number(other) and not _is_literal(bound):
            return _of_tensor(event, (bound,))
    return None


def _of_numpy(event: Call) -> Finding | None:
    """The finding for an integer of NumPy's that is a constant while it is traced, and no number of Python's."""
    value = event.argument(0)
    if not isinstance(value, NumpyNumber) or value.constant != "int":
        return None
    what = called(event.name)
    steps = explain(event, value, "TorchDynamo has it as a constant of NumPy's")
    return Finding(event, f"{what} of a NumPy integer breaks the graph: {event.text}", steps)


def _is_literal(tensor: Tensor) -> bool:
    """Return whether a tensor is what ``torch.tensor(3.0)`` makes here: its value is known while tracing."""
    evidence = tensor.evidence
    made = evidence.node if evidence is not None and evidence.origin not in HELD else None
    return isinstance(made, ast.Call) and dotted_name(made.func).rpartition(".")[2] in ("tensor", "as_tensor")


def _is_number(value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, Scalar) or (isinstance(value, PyValue) and value.kind in ("int", "float", "size"))


def check_hashed(event: Hashed) -> Finding | None:
    """Items of sets and keys of dictionaries."""
    if symbol(event.value) is None:
        return None
    what = "the set" if isinstance(event.node, (ast.Set, ast.SetComp)) else "the dictionary"
    return known_number_finding(event, event.value, what)


def _of_tensor(
    event: Call, values: Sequence[Value], modes: tuple[Mode, ...] = BOTH_MODES, depth: int = 0
) -> Finding | None:
    """The finding where one of the values is a tensor, or with ``depth`` a list of tensors."""
    value = next((value for value in values if held_tensor(value, depth) is not None), None)
    if value is None:
        return None
    what = called(event.name)
    fixed = event.name.startswith(("builtins.", "math.")) or event.name in _QUESTIONS
    fix = fixes.number_fix(event) if fixed else None
    return read(event, value, f"{what} reads tensor data into Python: {event.text}", f"{what} reads it", modes, fix)
