"""Models of torch's functions, methods and operators: kinds from the generated data, shapes and dtypes as terms."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fullgraph.lint.domain import array_dtypes, dtypes, tensor_reads, terms
from fullgraph.lint.domain.dtypes import BOOLEAN, kind_word
from fullgraph.lint.domain.events import TensorRead
from fullgraph.lint.domain.externals import SCRIPT_CLASS
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    FALSE,
    FLOAT,
    HIGH,
    INT,
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    STR,
    TRUE,
    UNKNOWN,
    ClassValue,
    Const,
    Evidence,
    ExternalInstance,
    MappingValue,
    Method,
    NumpyNumber,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    is_whole,
    join,
    replace,
    tensor_part,
)
from fullgraph.lint.interpreter import dynamic_sizes, emission, forward_hooks, parameters, sizes
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.models import fractions, ranks
from fullgraph.lint.project.module_classes import MODULE_BASES, passes_class_on
from fullgraph.lint.torch_data.compiling import WHILE_COMPILING
from fullgraph.lint.torch_data.kinds import resolve
from fullgraph.lint.torch_data.operators import (
    ACTIVATIONS,
    FLOATING_RESULTS,
    NEW_MEMORY,
    PREDICATES,
    RESHAPING,
    SAME_DTYPE,
    SAME_SHAPE,
    TO_SCALAR_SHAPE,
)

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator
    from fullgraph.lint.project.index import ClassInfo
    from fullgraph.lint.torch_data import Kind, TorchData


SELECTING = frozenset("max min amax amin median".split())
"""Reductions that give one of the elements."""
AVERAGING = frozenset("mean std var".split())
"""Reductions of floating-point tensors only, which keep their dtype, also under autocast."""
OTHER_DTYPE = frozenset("float_power complex polar angle view_as_real view_as_complex frexp".split())
"""Elementwise operations that change a floating-point dtype."""
MAYBE_VIEWS = frozenset("to contiguous detach view expand float long bool type_as".split())
"""Operations whose result may share memory with their first tensor, beside those that the data calls views."""
LIKE_FIRST = frozenset("zeros_like ones_like full_like empty_like rand_like randn_like detach".split())
"""Operations whose result has the shape and dtype of their first tensor, and nothing of its data's origin."""
FLOATING_CASTS = {
    "float": "torch.float32",
    "double": "torch.float64",
    "half": "torch.float16",
    "bfloat16": "torch.bfloat16",
}
OTHER_CASTS = {
    "long": "torch.int64",
    "int": "torch.int32",
    "short": "torch.int16",
    "char": "torch.int8",
    "byte": "torch.uint8",
    "bool": "torch.bool",
}


_SIZES = frozenset("size numel nelement stride".split())
"""The methods of a tensor that give sizes."""


def call_result(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    name: str,
    kind: Kind,
    args: Sequence[Value],
    kwargs: dict[str, Value],
    owner: Tensor | None = None,
) -> Value:
    """Return what ``torch.name(...)`` or, with ``owner``, a tensor's method gives."""
    resolved = resolve(kind, [kind_word(value) for value in args], {key: kind_word(v) for key, v in kwargs.items()})
    tensors = [tensor for value in [*args, *kwargs.values()] if (tensor := tensor_part(value)) is not None]
    if owner is not None:
        tensors.insert(0, owner)
        measured = dynamic_sizes.of_method(frame, node, name, owner, args)
        if measured is not None:
            return measured
    confidence = owner.confidence if owner is not None else HIGH
    if resolved == "bool" and name.removeprefix("torch.") in interp.torch.data_read | {"equal", "allclose"}:
        resolved = "number"
    value, bare = of_kind(frame, node, resolved, tensors, confidence), name.rpartition(".")[2]
    if owner is not None and bare in _SIZES:
        value = sizes.of_tensor(frame, node, value, owner)
    if isinstance(value, Tensor):
        value = inferred(interp, frame, bare, value, tensors, args, kwargs, owner)
    elif bare == "tolist" and owner is not None:
        value = tensor_reads.listed(frame, node, owner)
    elif isinstance(value, Scalar) and tensors:
        value = replace(value, captured=bare not in tensor_reads.ENDS, given=tensor_reads.has_known_number(tensors[0]))
    if bare == "as_subclass":
        value = _as_subclass(value, args if owner is not None else args[1:], kwargs)
    value = dtypes.with_dtype(interp.torch, bare, value, args, kwargs, owner)
    value = fractions.of_call(interp.torch, bare, value, args, kwargs, tensors)
    # Where nothing is traced, as in a constructor, every length has a value.
    if frame.tracing:
        value = dynamic_sizes.of_call(interp.torch, node, name, value, args, kwargs, owner)
    return ranks.of_call(interp.torch, bare, value, args, kwargs, owner)


def class_of(tensors: Iterable[Tensor]) -> ClassInfo | None:
    """The class of the project that the result of an operation has too, which is so unless the class says otherwise."""
    return next((one.cls for one in tensors if one.cls is not None and passes_class_on(one.cls)), None)


def _as_subclass(value: Value, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Value:
    """``tensor.as_subclass(cls)``."""
    cls = args[0] if args else kwargs.get("cls")
    known = cls.cls if isinstance(cls, ClassValue) else None
    return replace(value, cls=known) if isinstance(value, Tensor) else value


def of_subclass(frame: Frame, node: ast.Call, cls: ClassInfo, given: Arguments) -> Tensor:
    """What a class of the project makes that is a subclass of ``torch.Tensor``."""
    data = next((part for value in given.args if (part := tensor_part(value)) is not None), None)
    return Tensor(
        sources=data.sources if data is not None else None,
        cls=cls,
        evidence=Evidence(node, frame.module, f"Tensor ({cls.name})", data.evidence if data is not None else None),
    )


def of_kind(frame: Frame, node: ast.AST, kind: Kind, tensors: Sequence[Tensor], confidence: int = HIGH) -> Value:
    """The value that a kind of the torch data stands for."""
    parent = tensors[0].evidence if tensors else None
    if isinstance(kind, list):
        return SequenceValue("tuple", tuple(of_kind(frame, node, part, tensors, confidence) for part in kind))
    if not isinstance(kind, str):
        return UNKNOWN
    if kind.endswith("?"):
        return join(of_kind(frame, node, kind[:-1], tensors, confidence), NONE)
    if kind == "tensor":
        return Tensor(
            shape=parameters.unique(frame, "shape"),
            dtype=parameters.unique(frame, "dtype"),
            sources=_sources(tensors),
            cls=class_of(tensors),
            confidence=confidence,
            evidence=Evidence(node, frame.module, "Tensor", parent, origin=Origin.COMPUTED),
        )
    if kind == "tensors":
        element = Tensor(
            confidence=confidence, sources=_sources(tensors), evidence=Evidence(node, frame.module, "Tensors", parent)
        )
        return SequenceValue("tuple", None, element)
    if kind in ("number", "complex"):
        if not frame.tracing:
            return PyValue("number")
        return Scalar(
            "number",
            read=(node, frame.module),
            confidence=confidence,
            evidence=Evidence(node, frame.module, "a Python number read from a tensor", parent),
        )
    plain = {"int": INT, "bool": BOOL, "float": FLOAT, "str": STR, "size": SIZE, "none": NONE}
    if kind in plain:
        return plain[kind]
    if kind in ("dtype", "device", "layout"):
        return PyValue(kind)
    if kind.startswith("dict["):
        return MappingValue((), True, of_kind(frame, node, kind[len("dict[") : -1], tensors, confidence))
    return SequenceValue("list") if kind == "list" else UNKNOWN


def _sources(tensors: Sequence[Tensor]) -> frozenset[Hashable] | None:
    found: frozenset[Hashable] = frozenset()
    for tensor in tensors:
        if tensor.sources is None:
            return None
        found |= tensor.sources
    return found


class _Operation(NamedTuple):
    """A call of a torch operation whose result is a tensor."""

    name: str
    tensors: Sequence[Tensor]
    """All tensors among the arguments, with the tensor whose method it is."""
    args: Sequence[Value]
    kwargs: Mapping[str, Value]
    owner: Tensor | None

    @property
    def bare(self) -> str:
        return self.name.removeprefix("special_")

    @property
    def others(self) -> list[Value]:
        """The arguments behind the first tensor."""
        return list(self.args) if self.owner is not None else list(self.args)[1:]


def inferred(
    interp: Evaluator,
    frame: Frame,
    name: str,
    result: Tensor,
    tensors: Sequence[Tensor],
    args: Sequence[Value],
    kwargs: dict[str, Value],
    owner: Tensor | None,
) -> Tensor:
    """Return a result with its shape, dtype and ownership, as far as the operation decides them."""
    data = interp.torch
    inplace = name.endswith("_") and not name.endswith("__")
    if inplace and owner is not None:
        if name in RESHAPING:
            owner = replace(owner, shape=None, rank=None)
        return replace(owner, evidence=result.evidence, sources=result.sources)
    call = _Operation(name, tensors, args, kwargs, owner)
    fresh = _is_fresh(data, call)
    result = replace(result, fresh=fresh, random=name in data.random and not tensors)
    if call.bare in PREDICATES:
        shape = _broadcast([*args, *([owner] if owner else [])])
        shape = result.shape if shape is None else shape
        return replace(result, shape=shape, dtype=BOOLEAN, floating=False, sources=frozenset())
    if not tensors:
        return _made(data, call, result)
    for infer in (_reduced, _cast, _like, _selected):
        known = infer(call, tensors[0], result)
        if known is not None:
            return known
    return _elementwise(data, call, tensors[0], result)


def _is_fresh(data: TorchData, call: _Operation) -> bool:
    """Return whether the result has memory of its own."""
    if call.name in data.views or call.bare in MAYBE_VIEWS:
        return False
    if any(call.kwargs.get(flag, FALSE) not in (FALSE, NONE) for flag in ("out", "inplace")):
        return False
    if call.bare in ACTIVATIONS and TRUE in call.args:
        return False
    return call.bare in data.pointwise or call.bare in NEW_MEMORY


def _made(data: TorchData, call: _Operation, result: Tensor) -> Tensor:
    """Infer the result of an operation that takes no tensor."""
    bare, args = call.bare, call.args
    sized = bare in ("rand", "randn", "zeros", "ones", "tensor", "empty", "full")
    # `torch.randint` has its size behind the bounds.
    size = args[0] if args and sized else args[-1] if len(args) > 1 and bare == "randint" else None
    if bare in _FLOATS_BY_DEFAULT and "dtype" not in call.kwargs:
        result = replace(result, floating=True)
    if size in (SequenceValue("list", ()), SequenceValue("tuple", ())):
        return replace(result, shape=(), random=bare.startswith("rand"))
    if bare == "tensor" and size is not None and _is_number(size):
        floating = True if size == FLOAT or (isinstance(size, Const) and size.kind is float) else None
        return replace(result, shape=(), floating=floating if "dtype" not in call.kwargs else None)
    measured = bare in _FLOATS_BY_DEFAULT and args and all(_is_whole_number(value) for value in args)
    return replace(
        result, random=call.name in data.random, shape=terms.sized(result.shape) if measured else result.shape
    )


_FLOATS_BY_DEFAULT = frozenset("rand randn zeros ones empty".split())


def _is_whole_number(value: Value) -> bool:
    return isinstance(value, (Const, PyValue)) and not isinstance(value, Scalar) and _whole(value)


def _reduced(call: _Operation, first: Tensor, result: Tensor) -> Tensor | None:
    """Infer the result of a reduction over all elements."""
    bare = call.bare
    shape = () if not call.others and not call.kwargs else _over_dimensions(call, first)
    if bare not in TO_SCALAR_SHAPE or shape is None:
        return None
    boolean = bare in ("any", "all") and first.dtype != "torch.uint8"
    floating = False if boolean or bare.startswith("arg") else first.floating
    kept = bare in SELECTING or bare in AVERAGING
    dtype: Hashable = BOOLEAN if boolean else first.dtype
    if not boolean and not kept and first.dtype is not None:
        dtype = (bare, first.dtype)
    sources = frozenset() if boolean else result.sources
    return replace(result, shape=shape, dtype=dtype, floating=floating, sources=sources)


def _over_dimensions(call: _Operation, first: Tensor) -> Hashable:
    """The shape that a reduction over dimensions that are written down gives; None for any other call."""
    if call.bare not in _OVER_DIMENSIONS or not call.kwargs.keys() <= {"dim", "keepdim"} or len(call.others) > 1:
        return None
    given = [*call.others, *([call.kwargs["dim"]] if "dim" in call.kwargs else [])]
    keep = call.kwargs.get("keepdim", FALSE)
    if len(given) != 1 or keep not in (TRUE, FALSE):
        return None
    dims = given[0].items if isinstance(given[0], SequenceValue) else (given[0],)
    if not dims or not all(isinstance(dim, Const) and type(dim.value) is int for dim in dims):
        return None
    return terms.reduced(first.shape, dims, keep == TRUE)


_OVER_DIMENSIONS = frozenset("mean sum amax amin logsumexp".split())
"""Reductions of which the first argument behind the tensor is the dimensions."""


def _cast(call: _Operation, first: Tensor, result: Tensor) -> Tensor | None:
    """Infer the result of a conversion to a named dtype."""
    dtype = FLOATING_CASTS.get(call.bare) or OTHER_CASTS.get(call.bare)
    if dtype is None:
        return None
    return replace(result, shape=first.shape, dtype=dtype, floating=call.bare in FLOATING_CASTS)


def _like(call: _Operation, first: Tensor, result: Tensor) -> Tensor | None:
    """Infer the result of an operation that gives a tensor like its first one."""
    if call.bare not in LIKE_FIRST:
        return None
    return replace(
        result,
        shape=first.shape,
        dtype=first.dtype if "dtype" not in call.kwargs else None,
        floating=first.floating,
        sources=frozenset(),
        random=call.bare.startswith("rand"),
    )


def _selected(call: _Operation, first: Tensor, result: Tensor) -> Tensor | None:
    """Infer the result of ``torch.where``."""
    if call.bare != "where":
        return None
    if len(call.tensors) != 3:  # a number's dtype counts too, and the condition's never does
        result = replace(result, shape=_broadcast([first, *call.others, *call.kwargs.values()]))
        chosen = [first, *call.others[1:]] if call.owner is not None else call.others
        flags = bool(chosen) and not call.kwargs and all(map(_is_flag, chosen))
        if flags:
            return replace(result, dtype=BOOLEAN, floating=False)
        of = next((one for one in chosen if isinstance(one, Tensor)), None)
        numbers = [one for one in chosen if one is not of]
        if of is None or not of.floating or call.kwargs or len(numbers) != 1 or not _plain_numbers(numbers, {}, of):
            return result
        return replace(result, dtype=of.dtype, floating=True)
    one, two = call.tensors[1:] if call.owner is None else call.tensors[::2]
    dtype, floating = _promoted_dtype(one, two)
    shape, sources = _broadcast(call.tensors), _sources([one, two])
    return replace(result, shape=shape, dtype=dtype or result.dtype, floating=floating, sources=sources)


def _is_flag(value: Value) -> bool:
    if isinstance(value, Const):
        return value.kind is bool
    return value == BOOL or (isinstance(value, Tensor) and value.dtype == BOOLEAN)


def _elementwise(data: TorchData, call: _Operation, first: Tensor, result: Tensor) -> Tensor:
    """Infer the result of an operation that keeps the shape or broadcasts."""
    bare, others, kwargs = call.bare, call.others, call.kwargs
    if bare in FLOATING_RESULTS:
        return replace(result, floating=True)
    if (bare not in data.pointwise and bare not in SAME_SHAPE) or bare in OTHER_DTYPE:
        return result
    shape = _broadcast([first, *others, *kwargs.values()]) if bare in data.pointwise else first.shape
    result = replace(result, shape=shape)
    if bare in SAME_DTYPE and _plain_numbers(others, kwargs, first):
        return replace(result, dtype=first.dtype, floating=first.floating)
    if first.floating and _plain_numbers(others, kwargs, first):
        dtype = dtypes.in_single(first.dtype) if bare in dtypes.IN_SINGLE else first.dtype
        return replace(result, dtype=dtype, floating=True)
    if not others and not kwargs and first.dtype is not None:
        return replace(result, dtype=(bare, first.dtype), floating=True if first.floating else None)
    if len(call.tensors) == 2 and bare in _ARITHMETIC and "dtype" not in kwargs:
        dtype, floating = _promoted_dtype(*call.tensors)
        divides = bare in _DIVIDING and not floating
        return replace(result, dtype=result.dtype if divides else dtype, floating=floating)
    return result


_DIVIDING = frozenset("div divide true_divide".split())
_ARITHMETIC = _DIVIDING | frozenset("add sub subtract mul multiply maximum minimum".split())


def _as_number(value: Value) -> Value:
    """One of several Python numbers as a number of which the class is known; other values as they are."""
    if isinstance(value, UnionValue) and all(map(_is_number, value.alternatives)):
        return INT if is_whole(value) else FLOAT
    return value


def _is_number(value: Value) -> bool:
    """A real Python number."""
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, Scalar) or (isinstance(value, PyValue) and value.kind in ("int", "float", "bool"))


def _plain_numbers(others: Sequence[Value], kwargs: Mapping[str, Value], first: Tensor) -> bool:
    """Return whether the other arguments leave the tensor's dtype as it is."""
    if "dtype" in kwargs:
        return False
    for value in [*others, *kwargs.values()]:
        if isinstance(value, Tensor):
            if value.dtype != first.dtype or first.dtype is None:
                return False
        elif isinstance(value, Const) and (value.value is None or isinstance(value.value, (bool, str))):
            continue
        elif not _is_number(value) or (
            not first.floating and not (isinstance(value, (Const, PyValue)) and _whole(value))
        ):
            return False
    return True


def _whole(value: Const | PyValue) -> bool:
    return isinstance(value.value, int) if isinstance(value, Const) else value.kind in ("int", "bool")


def _broadcast(values: Sequence[Value]) -> Hashable:
    """The shape term of an elementwise result; None where an argument's shape is not known."""
    shapes: list[Hashable] = []
    for value in values:
        if isinstance(value, Tensor):
            shapes.append(value.shape)
        elif not _is_number(value) and not (isinstance(value, Const) and isinstance(value.value, (str, type(None)))):
            return None
    return terms.broadcast(shapes)


def _promoted_dtype(one: Tensor, two: Tensor) -> tuple[Hashable, bool | None]:
    """The dtype of what two tensors give in arithmetic, and whether it is a floating-point one."""
    if one.array is True and two.array is True:
        dtype = array_dtypes.promoted(one, two)
        return dtype, array_dtypes.is_floating(dtype)
    if one.dtype == two.dtype and one.dtype is not None:
        return one.dtype, one.floating
    if one.floating and two.floating:
        return terms.promoted(((one.dtype, one.shape), (two.dtype, two.shape))), True
    for first, second in ((one, two), (two, one)):
        if first.floating and second.dtype in _WHOLE_DTYPES:
            return first.dtype, True
    floating = True if one.floating or two.floating else None
    if None in (one.dtype, two.dtype, one.shape, two.shape):
        return None, floating
    return ("met", frozenset(((one.dtype, one.shape), (two.dtype, two.shape)))), floating


_WHOLE_DTYPES = frozenset((BOOLEAN, dtypes.INTEGER, *OTHER_CASTS.values()))
"""Beside a floating-point tensor, tensors of these dtypes change nothing of its dtype."""


def _joined(frame: Frame, node: ast.AST, note: str, left: Value, right: Value, origin: Origin | None = None) -> Tensor:
    tensors = [tensor for value in (left, right) if (tensor := tensor_part(value)) is not None]
    weakest = min(tensor.confidence for tensor in tensors)
    certain = any(isinstance(value, Tensor) for value in (left, right))
    first = tensors[0]
    sure = next((tensor for tensor in tensors if tensor.confidence == HIGH), first)
    return Tensor(
        sources=_sources(tensors),
        random=any(tensor.random for tensor in tensors),
        array=None if any(tensor.array is not first.array for tensor in tensors) else first.array,
        rank=ranks.of_operands([left, right]),
        dynamic=dynamic_sizes.common([left, right]),
        counted=dynamic_sizes.counted_once([left, right]),
        cls=class_of(tensors),
        conditions=first.conditions if len(tensors) == 1 else (),
        confidence=(sure.confidence if certain else min(weakest, MEDIUM)),
        evidence=Evidence(node, frame.module, note, sure.evidence, origin=origin),
    )


def operator_result(frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator) -> Value:
    """Arithmetic with a tensor on at least one side."""
    result = replace(
        _joined(frame, node, "Tensor", left, right, Origin.COMPUTED), fresh=True, shape=_broadcast([left, right])
    )
    result = fractions.of_operator(result, (left, right), op)
    tensors = [value for value in (left, right) if isinstance(value, Tensor)]
    if isinstance(op, ast.MatMult) or not tensors:
        dynamic = dynamic_sizes.of_product(left, right) if isinstance(op, ast.MatMult) else result.dynamic
        shape, dtype = parameters.unique(frame, "shape"), parameters.unique(frame, "dtype")
        return replace(result, shape=shape, rank=None, dynamic=dynamic, counted=None, dtype=dtype)
    first = tensors[0]
    if len(tensors) == 2:
        dtype, floating = _promoted_dtype(first, tensors[1])
        if isinstance(op, (ast.Div, ast.Pow)) and not floating:
            dtype = (type(op).__name__, dtype) if dtype is not None else None
        elif isinstance(op, ast.Pow):
            dtype = dtypes.in_single(dtype)
        return replace(result, dtype=dtype, floating=floating)
    other = _as_number(right if first is left else left)
    if not _is_number(other):
        return result
    divides = isinstance(op, (ast.Div, ast.Pow))
    if (dtype := array_dtypes.beside_number(first, other, divides)) is not None:
        return replace(result, dtype=dtype, floating=array_dtypes.is_floating(dtype))
    number = other.value if isinstance(other, Const) else None
    if isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor)) and isinstance(number, bool):
        return replace(result, dtype=first.dtype, floating=first.floating)
    whole = isinstance(number, (int, bool)) and not divides
    if isinstance(other, PyValue) and other.kind in ("int", "bool") and not divides:
        whole = True
    if first.floating and (isinstance(op, ast.Pow) or (isinstance(op, ast.Div) and first is right)):
        return replace(result, dtype=dtypes.in_single(first.dtype), floating=True)
    if first.floating or (
        whole and not isinstance(number, bool) and first.dtype != BOOLEAN and first.floating is False
    ):
        return replace(result, dtype=first.dtype, floating=first.floating)
    if first.dtype is None or not (isinstance(number, (int, float)) or isinstance(other, PyValue)):
        return result
    kind = "int" if whole else "number"
    promoted = first.dtype if _promoted(first.dtype, kind) else ("promoted", kind, first.dtype)
    return replace(result, dtype=promoted)


def _promoted(dtype: Hashable, kind: str) -> bool:
    """Return whether a dtype term already tells of promotion by such a number, which a second one does not change."""
    return isinstance(dtype, tuple) and len(dtype) == 3 and dtype[0] == "promoted" and dtype[1] in (kind, "number")


def comparison_result(frame: Frame, node: ast.expr, left: Value, right: Value) -> Value:
    result = _joined(frame, node, "Tensor (a comparison)", left, right)
    return replace(
        result, fresh=True, shape=_broadcast([left, right]), dtype=BOOLEAN, floating=False, sources=frozenset()
    )


def unary_result(frame: Frame, node: ast.expr, value: Tensor) -> Value:
    copied = isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd)  # `+x` is x itself
    return replace(
        value,
        fresh=value.fresh or copied,
        evidence=Evidence(node, frame.module, "Tensor", value.evidence, origin=Origin.COMPUTED),
    )


def index_result(frame: Frame, node: ast.expr, owner: Tensor, index: Value) -> Value:
    """``tensor[index]``."""
    rank = ranks.of_index(owner, index)
    if rank == 0 and owner.array is True and not frame.tracing:
        return NumpyNumber(evidence=owner.evidence)
    return Tensor(
        shape=() if rank == 0 else parameters.unique(frame, "shape"),
        rank=rank,
        dtype=owner.dtype,
        floating=owner.floating,
        fractional=owner.fractional,
        sources=owner.sources,
        random=owner.random,
        array=owner.array,
        dynamic=dynamic_sizes.of_index(owner, index) if frame.tracing else None,
        counted=dynamic_sizes.counted_by_index(owner, index),
        cls=class_of([owner]),
        confidence=owner.confidence,
        evidence=Evidence(node, frame.module, "Tensor", owner.evidence, origin=Origin.COMPUTED),
    )


def attribute(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Tensor, name: str) -> Value:
    """A tensor's attribute; a method is left to the call."""
    if name == "shape":
        return sizes.of_tensor(frame, node, dynamic_sizes.sizes(frame, node, owner), owner)
    if frame.tracing and name not in interp.torch.methods:
        interp.emit(TensorRead(node, frame, interp, owner, name))
    if owner.array and name in ("size", "nbytes", "itemsize"):
        return INT
    if name == "is_sparse" and frame.tracing and tensor_reads.is_dense(owner):
        return FALSE
    if name in interp.torch.properties:
        value = of_kind(frame, node, interp.torch.properties[name], [owner], owner.confidence)
        if isinstance(value, Tensor) and name in ("T", "mT", "H", "mH", "real", "imag", "data"):
            dynamic = dynamic_sizes.of_attribute(owner, name) if frame.tracing else None
            value = replace(value, dtype=owner.dtype, floating=owner.floating, array=owner.array)
            return replace(value, dynamic=dynamic, counted=owner.counted)
        return value
    return Method(owner, name)


def is_there(interp: Evaluator, name: str) -> bool:
    """Return whether the PyTorch in question surely has a function or module of this dotted name."""
    return name in WHILE_COMPILING or name in interp.torch.functions or name in interp.torch.modules


def call_external_instance(
    interp: Evaluator, frame: Frame, node: ast.Call, callee: ExternalInstance, given: Arguments
) -> Value:
    """Return what a call of a library's module gives, with what has been given to it."""
    own_forward = interp.heap.of(callee.site).get("forward")
    if own_forward is None:
        emission.emit_call(interp, frame, node, f"{callee.cls}.__call__", given, callee.confidence, callee)

    def forward(given: Arguments) -> Value:
        if own_forward is not None:
            return interp.call_value(frame, node, own_forward, given)
        return _forward(interp, frame, node, callee, given)

    return forward_hooks.around(interp, frame, node, callee, given, forward)


def _forward(interp: Evaluator, frame: Frame, node: ast.Call, callee: ExternalInstance, given: Arguments) -> Value:
    """Return what the forward of a library's class gives."""
    kind = interp.torch.modules.get(callee.cls)
    if kind is None and callee.cls in (*MODULE_BASES, SCRIPT_CLASS) and any(map(tensor_part, given.args)):
        return Tensor(confidence=LOW, evidence=Evidence(node, frame.module, "likely a Tensor (what a module returns)"))
    if kind is None:
        return UNKNOWN
    tensors = [tensor for value in [*given.args, *given.kwargs.values()] if (tensor := tensor_part(value)) is not None]
    value = of_kind(frame, node, resolve(kind), tensors)
    if isinstance(value, Tensor):
        sources = value.sources | {("module", callee.cls, id(node.func))} if value.sources is not None else None
        bare = callee.cls.rpartition(".")[2]
        computes = bare.startswith(_FLOATING_MODULES)
        dynamic = dynamic_sizes.of_module(callee.cls, tensors)
        floating = True if computes else None
        counted = dynamic_sizes.counted_once(tensors)
        fresh = computes or (bare in _ACTIVATING and callee.writes is False)
        value = replace(value, floating=floating, sources=sources, fresh=fresh, dynamic=dynamic, counted=counted)
        value = _of_module(callee, tensors, value)
        if len(tensors) == 1 and tensors[0].fresh and node.args and isinstance(node.args[0], (ast.Call, ast.BinOp)):
            value = replace(value, fresh=True)  # nothing else has what it is given
    return value


def _of_module(callee: ExternalInstance, tensors: Sequence[Tensor], result: Tensor) -> Tensor:
    """The result of a module with what is known of its shape and dtype."""
    if len(tensors) != 1:
        return result
    first, name = tensors[0], callee.cls.rpartition(".")[2]
    if callee.square and first.shape is not None:
        return replace(result, shape=first.shape)
    if name in _KEEPING_DTYPE and first.floating:
        return replace(result, shape=first.shape, dtype=first.dtype, floating=True)
    if name in _KEEPING_DTYPE or name in _KEEPING_SHAPE:
        return replace(result, shape=first.shape)
    return replace(result, shape=terms.sized(result.shape)) if name.startswith(_SIZED_MODULES) else result


_ACTIVATING = frozenset(
    "ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Sigmoid Tanh Hardtanh Hardsigmoid Hardswish Softsign".split()
)
"""Modules that work element by element, into new memory where they are not told to write to their input."""
_KEEPING_DTYPE = _ACTIVATING | frozenset("Identity Dropout Dropout1d Dropout2d Dropout3d AlphaDropout".split())
"""Modules that work element by element, also in another dtype than that of the tensor under no autocast."""
_KEEPING_SHAPE = frozenset(
    "Softplus LogSigmoid Softmax LogSoftmax LayerNorm GroupNorm RMSNorm BatchNorm1d BatchNorm2d BatchNorm3d".split()
)
_SIZED_MODULES = ("Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose")
"""Modules of which neither arguments nor results are zero-dimensional."""


_FLOATING_MODULES = (
    "Linear",
    "Bilinear",
    "Conv",
    "LayerNorm",
    "GroupNorm",
    "BatchNorm",
    "InstanceNorm",
    "RMSNorm",
    "Embedding",
)
"""Modules whose parameters, and so whose results, are floating-point."""
