"""The dtype of what NumPy's functions give, where NumPy and TorchDynamo's stand-ins for it agree.

They do not for whole numbers under division and functions such as ``np.sqrt``, and for ``np.where`` of plain numbers:
compiled, these give ``float32`` instead of ``float64`` (asked of torch 2.10 to 2.15). Of those nothing is said here.
A dtype goes by torch's name, as in :mod:`fullgraph.lint.domain.dtypes`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fullgraph.lint.domain.dtypes import BOOLEAN, INTEGER
from fullgraph.lint.domain.values import (
    NONE,
    Const,
    External,
    NumpyNumber,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    replace,
)

DOUBLE = "torch.float64"
FLOATS = ("torch.float16", "torch.float32", DOUBLE)
_SIZED = {"float": ("16", "32", "64"), "int": ("8", "16", "32", "64"), "uint": ("8",)}
_NAMES = {
    **{f"{kind}{size}": f"torch.{kind}{size}" for kind, sizes in _SIZED.items() for size in sizes},
    **dict.fromkeys(("bool", "bool_"), BOOLEAN),
    **dict.fromkeys(("float", "float_", "double"), DOUBLE),
    **dict.fromkeys(("single",), "torch.float32"),
    **dict.fromkeys(("half",), "torch.float16"),
    **dict.fromkeys(("int", "int_", "intp"), INTEGER),
}
"""Names of dtypes, of NumPy's and of Python's classes."""
_CODES = {"?": BOOLEAN, "b1": BOOLEAN, "d": DOUBLE, "f": "torch.float32"} | {
    f"{letter}{int(size) // 8}": f"torch.{kind}{size}"
    for letter, kind in (("f", "float"), ("i", "int"), ("u", "uint"))
    for size in _SIZED[kind]
}
"""Codes of dtypes, as in ``dtype="f4"``."""
_DOUBLES = frozenset(
    (
        "zeros ones empty eye identity tri hanning hamming bartlett blackman kaiser linspace logspace geomspace rand "
        "randn random random_sample sample standard_normal uniform normal beta gamma exponential standard_exponential "
        "laplace gumbel logistic lognormal"
    ).split()
)
"""Functions that give ``float64`` unless they are asked for another dtype."""
_DTYPE_AT = {
    **dict.fromkeys("array asarray asanyarray zeros ones empty identity zeros_like ones_like empty_like".split(), 1),
    **dict.fromkeys("ascontiguousarray astype".split(), 1),
    **dict.fromkeys("full full_like".split(), 2),
    **dict.fromkeys("eye tri arange".split(), 3),
    **dict.fromkeys("linspace logspace".split(), 5),
}
"""Where functions take the dtype."""
_CONTENTS = frozenset("array asarray asanyarray ascontiguousarray".split())
_KEEPING = frozenset(
    (
        "copy reshape ravel flatten transpose swapaxes moveaxis rollaxis squeeze expand_dims atleast_1d atleast_2d "
        "atleast_3d tile repeat flip fliplr flipud rot90 roll triu tril diag diagonal broadcast_to concatenate stack "
        "vstack hstack dstack row_stack column_stack sort take zeros_like ones_like empty_like maximum minimum max min "
        "amax amin abs absolute negative add subtract multiply split array_split hsplit vsplit dsplit"
    ).split()
)
"""Functions whose result has the dtype of the arrays that they are given, where these agree."""
_OF_FLOATS = frozenset(
    (
        "sin cos tan arcsin arccos arctan sinh cosh tanh exp exp2 expm1 log log10 log2 log1p sqrt square cumsum "
        "cumprod mean sum prod floor ceil rint trunc"
    ).split()
)
"""Functions of one array that do so for floating-point numbers."""
_OF_TWO = frozenset("maximum minimum add subtract multiply".split())


def named(value: Value | None) -> str | None:
    """Return the dtype that a value names: NumPy's and Python's classes, names and codes."""
    if isinstance(value, External):
        package, _, name = value.name.partition(".")
        plain = package == "builtins" and name in ("bool", "int", "float")
        return _NAMES.get(name) if plain or (package == "numpy" and name not in ("int", "float")) else None
    if isinstance(value, Const) and isinstance(value.value, str):
        return _NAMES.get(value.value) or _CODES.get(re.sub(r"^[<=|]", "", value.value))
    return None


def of_call(name: str, args: Sequence[Value], kwargs: Mapping[str, Value]) -> str | None:
    """Return the dtype of the array that ``numpy.name(...)`` gives, or a method of an array, which comes first."""
    at = _DTYPE_AT.get(name, len(args))
    asked = args[at] if at < len(args) else kwargs.get("dtype", NONE)
    if asked != NONE:
        return named(asked)
    first = args[0] if args else None
    if name == "meshgrid":
        return _joined(args)
    if name in _DOUBLES:
        return DOUBLE
    if name in ("randint", "integers", "permutation", "indices"):
        return INTEGER if name != "permutation" or _of_content(first) == INTEGER else None
    if name == "full":
        return _of_content(args[1] if len(args) > 1 else kwargs.get("fill_value"))
    if name == "arange":
        found = {_of_content(value) for value in args}
        return DOUBLE if found <= {INTEGER, DOUBLE} and DOUBLE in found else INTEGER if found == {INTEGER} else None
    if name in _CONTENTS:
        return _of_content(first)
    if name in _KEEPING or (name in _OF_FLOATS and _of_content(first) in FLOATS):
        return _joined([first, *(args[1:2] if name in _OF_TWO else ())])
    return None


def promoted(one: Tensor, two: Tensor) -> str | None:
    """Return the dtype of what arithmetic gives of two arrays: one without dimensions counts like any other."""
    found = {_concrete(one), _concrete(two)}
    if len(found) == 1:
        return found.pop()
    return DOUBLE if DOUBLE in found and None not in found else None


def beside_number(array: Tensor, number: Value, divides: bool) -> str | None:
    """Return the dtype of what arithmetic gives of an array of whole numbers and one of Python's; None for others."""
    if array.array is not True or array.dtype != INTEGER or divides or not isinstance(number, Const):
        return None
    return {int: INTEGER, float: DOUBLE}.get(number.kind)


def is_floating(dtype: str | None) -> bool | None:
    """Return whether a dtype is one of floating-point numbers; None for one that is not known."""
    return None if dtype is None else dtype in FLOATS


def of_method(name: str, owner: Tensor, result: Tensor, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Tensor:
    """Return what an array's method gives, with its dtype. ``result`` is what a tensor's method of that name gives."""
    dtype = of_call(name, [owner, *args], kwargs)
    if dtype is None and (result.dtype != owner.dtype or name in ("any", "all")):
        return result
    return replace(result, dtype=dtype, floating=is_floating(dtype))


def _concrete(tensor: Tensor) -> str | None:
    return tensor.dtype if isinstance(tensor.dtype, str) else None


def _joined(values: Sequence[Value | None]) -> str | None:
    """The one dtype that all arrays have; plain numbers beside one of floats change nothing."""
    found = {_of_content(value) for value in values if not _is_plain(value)}
    dtype = found.pop() if len(found) == 1 else None
    return dtype if dtype in FLOATS or not any(map(_is_plain, values)) else None


def _is_plain(value: Value | None) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, PyValue) and value.kind in ("int", "float", "bool")


def _of_content(value: Value | None) -> str | None:
    """The dtype of the array that NumPy makes of a value."""
    options = alternatives(value) if value is not None else ()
    if len(options) > 1:
        found = {_of_content(option) for option in options}
        return found.pop() if len(found) == 1 else None
    if isinstance(value, Tensor):
        return _concrete(value) if value.array is True else None
    if isinstance(value, NumpyNumber):
        return None
    if isinstance(value, SequenceValue):
        if value.items == ():
            return DOUBLE
        of_items = {_of_content(item) for item in (value.items if value.items is not None else (value.element,))}
        if of_items == {INTEGER, DOUBLE}:
            return DOUBLE
        return of_items.pop() if len(of_items) == 1 else None
    if isinstance(value, Const):
        return {bool: BOOLEAN, int: INTEGER, float: DOUBLE}.get(value.kind)
    # What is annotated as a float may be an integer.
    return {"bool": BOOLEAN, "int": INTEGER, "size": INTEGER}.get(value.kind) if isinstance(value, PyValue) else None
