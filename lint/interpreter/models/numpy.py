"""Models of NumPy's functions: TorchDynamo traces arrays as tensors, so they are tensors here."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.domain import array_dtypes, arrays, tensor_reads
from fullgraph.lint.domain.dtypes import INTEGER
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    FLOAT,
    HIGH,
    NONE,
    UNKNOWN,
    Const,
    Evidence,
    External,
    NumpyNumber,
    Origin,
    PyValue,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
    replace,
)
from fullgraph.lint.torch_data.numpy_names import numpy_names

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments

Kind = Literal["int", "float"]
_CREATING = frozenset(
    (
        "array asarray arange linspace logspace geomspace zeros ones empty full eye identity indices tri hanning "
        "hamming bartlett blackman kaiser"
    ).split()
)
"""Functions that make an array of plain numbers."""
_ANSWERS = frozenset(
    (
        "allclose array_equal array_equiv isscalar iscomplexobj isrealobj ndim size shape can_cast issubdtype "
        "result_type min_scalar_type common_type broadcast_shapes"
    ).split()
)
"""Functions whose result is no array."""
_REDUCING = frozenset("prod sum mean std var max min amax amin median ptp argmax argmin any all".split())
"""Functions that make one number of a list, without further arguments."""
_SCALARS = frozenset(
    "float16 float32 float64 half single double int8 int16 int32 int64 intp uint8 uint16 uint32 uint64 bool_".split()
)
"""The classes of its numbers."""
_FLOATS = frozenset("float16 float32 float64 half single double".split())
_ELEMENTWISE = frozenset(
    (
        "abs absolute add arccos arcsin arctan arctan2 cbrt ceil clip cos cosh deg2rad divide exp exp2 expm1 fabs "
        "floor floor_divide fmax fmin fmod gcd hypot lcm log log10 log1p log2 maximum minimum mod multiply "
        "negative power rad2deg reciprocal remainder rint round sign sin sinh sqrt square subtract tan tanh "
        "true_divide trunc"
    ).split()
)
"""Functions that give a number for numbers."""
_WHOLE = frozenset(
    (
        "abs absolute add clip floor_divide gcd lcm maximum minimum mod multiply negative remainder sign square "
        "subtract"
    ).split()
)
"""Those of them that give an integer for integers."""
_SEVERAL = frozenset(
    (
        "meshgrid nonzero where unique histogram histogram2d histogramdd split array_split hsplit vsplit dsplit "
        "broadcast_arrays modf divmod gradient svd eig eigh qr slogdet lstsq diag_indices diag_indices_from "
        "tril_indices triu_indices tril_indices_from triu_indices_from copyto fill_diagonal put "
        "put_along_axis seed shuffle"
    ).split()
)
"""Functions that give several arrays, or none."""
_PLACES = frozenset("where nonzero flatnonzero".split())
"""Functions that give where something is not zero: as many places as there are."""
_LISTS = frozenset("meshgrid split array_split hsplit vsplit dsplit broadcast_arrays modf divmod".split())
"""Those of them that give several, and nothing else."""


def of_call(frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    """Return what ``numpy.name(...)`` gives; traced, functions of plain numbers give what nothing is known of."""
    bare = name.rpartition(".")[2]
    if bare in _CREATING and _is_foreign(bare, given):
        return arrays.made(Evidence(node, frame.module, "an array of texts, dates or objects"))
    if not frame.tracing:
        return _made_before(frame, node, name, given)
    if bare in _LISTS and name in numpy_names().traced:
        return SequenceValue("list", None, _array(frame, node, name, given, None))
    if bare in _SCALARS and _computes_a_number(name, given):
        kind: Kind = "float" if bare in _FLOATS else "int"
        return NumpyNumber(kind if all(map(_constant, given.args)) else None, evidence=_noted(frame, node))
    if name not in numpy_names().traced:
        return UNKNOWN
    if bare in _ANSWERS:
        return BOOL if bare in ("allclose", "array_equal", "array_equiv") else UNKNOWN
    if name == "numpy.unique" and len(given.args) == 1 and not given.kwargs:
        held = tensor_reads.held_tensor(given.args[0])
        evidence = Evidence(node, frame.module, "an array, traced as a Tensor", held.evidence if held else None)
        return Tensor(array=True, rank=1, dynamic=0, evidence=evidence) if held else UNKNOWN
    if bare in _PLACES and len(given.args) == 1 and (held := tensor_reads.held_tensor(given.args[0])) is not None:
        evidence = Evidence(node, frame.module, "an array, traced as a Tensor", held.evidence)
        places = Tensor(dtype=INTEGER, array=True, rank=1, dynamic=0, evidence=evidence)
        return places if bare == "flatnonzero" else SequenceValue("tuple", None, places)
    if bare in _SEVERAL and not (bare == "where" and len(given.args) == 3):
        return UNKNOWN
    values = [*given.args, *given.kwargs.values()]
    tensors = [part for value in values if (part := tensor_reads.held_tensor(value)) is not None]
    drawn = name.startswith("numpy.random.") and _draws_an_array(name, given)
    contents = any(
        isinstance(value, SequenceValue) or (isinstance(value, PyValue) and value.kind == "size") for value in values
    )
    if not (tensors or drawn or bare in _CREATING or (contents and not name.startswith("numpy.random."))):
        if _computes_a_number(name, given):
            return _computed_number(frame, node, [*given.args], whole=bare in _WHOLE)
        number = NumpyNumber("float", evidence=_noted(frame, node))
        return join(number, UNKNOWN) if bare in _ELEMENTWISE and _may_be_numbers(given) else UNKNOWN
    first = tensors[0] if tensors else None
    note = "an array, traced as a Tensor"
    dtype = _dtype(name, given)
    return Tensor(
        rank=_made_rank(bare, given),
        dtype=dtype,
        floating=array_dtypes.is_floating(dtype),
        random=drawn,
        array=True,
        confidence=first.confidence if first is not None else HIGH,
        evidence=Evidence(node, frame.module, note, first.evidence if first is not None else None),
    )


def _is_foreign(bare: str, given: Arguments) -> bool:
    """Return whether a call makes an array of texts, dates or objects."""
    dtype = given.get(arrays.DTYPE_AT[bare], "dtype") if bare in arrays.DTYPE_AT else given.kwargs.get("dtype")
    of_contents = bare in arrays.OF_CONTENTS
    if of_contents and dtype is None:
        return arrays.is_foreign_content(given.get(0, "object"))
    return arrays.is_foreign_dtype(dtype, of_contents)


def _dtype(name: str, given: Arguments) -> str | None:
    """The dtype of the array that a function gives."""
    own = name.count(".") == 1 or name.startswith("numpy.random.")
    return array_dtypes.of_call(name.rpartition(".")[2], given.args, given.kwargs) if own and not given.rest else None


def _noted(frame: Frame, node: ast.AST) -> Evidence:
    return Evidence(node, frame.module, "a NumPy number, traced as a Tensor")


def of_builtin(frame: Frame, node: ast.AST, values: list[Value], whole: bool = True) -> Value | None:
    """What Python's ``abs``, ``min``, ``max`` and ``sum`` give of numbers; None where none of them is NumPy's."""
    if not any(isinstance(value, NumpyNumber) for value in values) or not all(map(_is_number, values)):
        return None
    return _computed_number(frame, node, values, whole) if frame.tracing else NumpyNumber(evidence=_noted(frame, node))


def _computed_number(frame: Frame, node: ast.AST, values: list[Value], whole: bool) -> Value:
    """What traced code computes of numbers: a constant of constants, else an array without dimensions.

    ``whole``: of integers it gives an integer.
    """
    kinds = [_constant(value) for value in values]
    array = next((value for value, kind in zip(values, kinds, strict=True) if kind is None), None)
    if array is None:
        return NumpyNumber("int" if whole and set(kinds) == {"int"} else "float", evidence=_noted(frame, node))
    evidence = Evidence(node, frame.module, "an array, traced as a Tensor", array.evidence, origin=Origin.COMPUTED)
    return Tensor(array=True, shape=(), rank=0, evidence=evidence)


def _constant(value: Value) -> Kind | None:
    """The kind of a number that is a constant while it is traced; None for an array without dimensions."""
    if isinstance(value, NumpyNumber):
        return value.constant
    whole = isinstance(value.value, int) if isinstance(value, Const) else value != FLOAT
    return "int" if whole else "float"


def _made_before(frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    """What is computed where nothing is traced: a number of NumPy's is, like an array, traced as a tensor later on."""
    bare = name.rpartition(".")[2]
    note = "a NumPy number, traced as a Tensor"
    if bare in _SCALARS:
        return NumpyNumber(evidence=Evidence(node, frame.module, note))
    if name.startswith("numpy.random."):
        return _array(frame, node, name, given, None) if _draws_an_array(name, given) else UNKNOWN
    if name not in numpy_names().traced or bare in _ANSWERS | _SEVERAL:
        return UNKNOWN
    if bare in _CREATING:
        return _array(frame, node, name, given, _made_rank(bare, given))
    reduced = bare in _REDUCING and len(given.args) == 1 and not given.kwargs
    if reduced or _computes_a_number(name, given):
        return NumpyNumber(evidence=Evidence(node, frame.module, note))
    values = [*given.args, *given.kwargs.values()]
    passed = [tensor_reads.held_tensor(value) for value in values]
    if any(array is not None and array.array for array in passed) or any(map(_is_listed, values)):
        first = passed[0] if passed else None
        known = _is_listed(values[0]) or (first is not None and first.rank == 1)
        rank = 1 if bare in ("cumprod", "cumsum") and known else None
        return _array(frame, node, name, given, rank)
    return UNKNOWN


def _made_rank(bare: str, given: Arguments) -> int | None:
    """How many dimensions a new array has: one of a list of numbers, and of a row between two numbers."""
    tensors = [part for value in given.args if (part := tensor_reads.held_tensor(value)) is not None]
    is_row = bare in _ROWS and all(part.rank == 0 for part in tensors)
    return 1 if is_row or (bare in arrays.OF_CONTENTS and _is_listed(given.get(0, "object"))) else None


def _array(frame: Frame, node: ast.AST, name: str, given: Arguments, rank: int | None) -> Tensor:
    """An array of which nothing is known but its dtype and number of dimensions."""
    dtype, evidence = _dtype(name, given), Evidence(node, frame.module, _ARRAY)
    return Tensor(array=True, rank=rank, dtype=dtype, floating=array_dtypes.is_floating(dtype), evidence=evidence)


_ROWS = frozenset("arange linspace logspace geomspace".split())
"""Functions that make an array of one dimension of numbers."""


def _is_listed(value: Value | None) -> bool:
    """Return whether a value is a list of numbers, of which NumPy makes an array."""
    return isinstance(value, SequenceValue) and value.items is not None and all(map(_is_number, value.items))


_ARRAY = "an array, traced as a Tensor"
_SIZE_AT = {
    **dict.fromkeys("rand randn random random_sample sample standard_normal standard_exponential".split(), 0),
    **dict.fromkeys("choice exponential poisson geometric rayleigh".split(), 1),
    **dict.fromkeys("randint integers uniform normal beta binomial gamma laplace gumbel logistic lognormal".split(), 2),
}
"""Where a draw takes the size, without which it gives a number."""
_ALWAYS_ARRAYS = frozenset("permutation permuted dirichlet multinomial multivariate_normal".split())


def _draws_an_array(name: str, given: Arguments) -> bool:
    """Return whether a draw surely gives an array."""
    bare = name.rpartition(".")[2]
    at = _SIZE_AT.get(bare)
    if at is None:
        return bare in _ALWAYS_ARRAYS
    return bool(given.rest) or given.get(at, "size") not in (None, NONE)


def _computes_a_number(name: str, given: Arguments) -> bool:
    """Return whether a function is given numbers alone, surely, and so gives one."""
    numbers = given.args and not given.kwargs and all(_is_number(value) for value in given.args)
    return bool(numbers) and not name.startswith("numpy.random.")


def _may_be_numbers(given: Arguments) -> bool:
    """Return whether a function is given numbers and what nothing is known of, such as settings of a model."""
    return bool(given.args) and not given.kwargs and all(_is_number(one) or one is UNKNOWN for one in given.args)


def _is_number(value: Value) -> bool:
    """Return whether a value surely is a number, of Python's or NumPy's."""
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, NumpyNumber) or (isinstance(value, PyValue) and value.kind in ("int", "float", "bool"))


def as_traced(frame: Frame, value: Value) -> Value:
    """What an operator or a test takes a value for: traced, a number of NumPy's is an array without dimensions."""
    if not frame.tracing or not isinstance(value, (NumpyNumber, UnionValue)):
        return value
    if not any(isinstance(option, NumpyNumber) for option in alternatives(value)):
        return value
    return join_all(
        [
            Tensor(array=True, shape=(), evidence=option.evidence) if isinstance(option, NumpyNumber) else option
            for option in alternatives(value)
        ]
    )


def of_operator(frame: Frame, left: Value, right: Value, op: ast.operator | ast.unaryop | ast.cmpop) -> Value | None:
    """What arithmetic gives of a number of NumPy's and another one.

    None where no operand is one, and where the graph computes it, as of arrays.
    """
    options = [*alternatives(left), *alternatives(right)]
    number = next((option for option in options if isinstance(option, NumpyNumber)), None)
    if number is None:
        return None
    if not all(_is_number(option) or option is UNKNOWN for option in options):
        return None if frame.tracing else UNKNOWN
    if frame.tracing:
        kinds = [_constant(option) for option in options if option is not UNKNOWN]
        if None in kinds:
            return None
        whole = set(kinds) == {"int"} and not isinstance(op, (ast.Div, ast.Pow))
        number = replace(number, constant="int" if whole else "float")
    return join(number, UNKNOWN) if UNKNOWN in options else number


def of_number_method(frame: Frame, node: ast.Call, owner: NumpyNumber, given: Arguments) -> Value:
    """``number.astype(dtype)`` of a constant: as an integer it is an array without dimensions, which nothing reads."""
    asked = given.get(0, "dtype")
    name = asked.value if isinstance(asked, Const) else asked.name if isinstance(asked, External) else ""
    if not isinstance(name, str) or not name.rpartition(".")[2].startswith(("int", "uint", "long")):
        return UNKNOWN
    evidence = Evidence(node, frame.module, "an array, traced as a Tensor", owner.evidence, origin=Origin.COMPUTED)
    return Tensor(array=True, shape=(), rank=0, floating=False, evidence=evidence)


def of_method(
    frame: Frame, node: ast.AST, name: str, owner: Tensor, given: Arguments, result: Value = UNKNOWN
) -> Value:
    """``tensor.numpy()``, and the methods of arrays, of which ``result`` is what the tensor's method gives."""
    evidence = Evidence(node, frame.module, "an array", owner.evidence)
    if name == "numpy":
        return replace(owner, array=True, evidence=evidence)
    if not owner.array:
        return result
    if name in ("astype", "copy"):
        result = replace(owner, evidence=evidence)
    if not isinstance(result, Tensor):
        return result
    return array_dtypes.of_method(name, owner, replace(result, array=True), given.args, given.kwargs)
