"""Calls of values."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.domain import loop_variance, sparse
from fullgraph.lint.domain.events import COMPILED_CODE, UNKNOWN_OWNER, CompiledCall
from fullgraph.lint.domain.externals import SCRIPT_CLASS, SCRIPTED, modules_among
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    FALSE,
    HIGH,
    LOW,
    MEDIUM,
    UNKNOWN,
    ClassValue,
    Compiled,
    Const,
    Counted,
    Descriptor,
    Evidence,
    External,
    ExternalInstance,
    Function,
    GenericAlias,
    Instance,
    MappingValue,
    Method,
    NamedTupleClass,
    NumpyNumber,
    Origin,
    Partial,
    PyValue,
    SequenceValue,
    Super,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    is_number,
    is_whole,
    join_all,
    replace,
    tensor_part,
    truth,
)
from fullgraph.lint.interpreter import aliases, containers, emission, enumerations, held, methods, parameters
from fullgraph.lint.interpreter.arguments import Arguments, Rest, as_call
from fullgraph.lint.interpreter.findings import PathConditions
from fullgraph.lint.interpreter.models import autograd, builtins, distributions, named_tuples, numpy, torch
from fullgraph.lint.project.index import MUTATORS, dotted_name
from fullgraph.lint.project.module_classes import is_tensor_class
from fullgraph.lint.torch_data import layers
from fullgraph.lint.torch_data.compiling import compiler_answer

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def evaluate_call(interp: Evaluator, frame: Frame, node: ast.Call) -> Value:
    callee = interp.evaluate(frame, node.func)
    if isinstance(callee, External) and callee.name == "builtins.super":
        return _super(frame, node)
    before = len(frame.findings)
    given = _arguments(interp, frame, node)
    given_at = len(frame.findings)
    if given_at > before and isinstance(callee, Method):
        held.over_arguments(interp, frame, node, callee, given.args, before)
    name = callee.name if isinstance(callee, Method) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name in aliases.ADDING and given.args and len(given.args) == len(node.args):
        given.args[-1] = aliases.share(interp, frame, node.args[-1], given.args[-1])
    result = call_value(interp, frame, node, callee, given)
    if type(result) is Tensor and sparse.is_made_by(callee, given.kwargs.get("layout")):
        result = replace(result, sparse=True)
    if len(frame.findings) > before and frame.tracing:
        held.over_call(interp, frame, node, callee, before)
        held.generators_over_call(interp, frame, node, given_at)
        passed = given.args if isinstance(callee, (Function, Instance)) else ()
        held.sparse_over_call(interp, frame, node, passed, before)
    if isinstance(node.func, ast.Attribute) and _may_be_unknown(callee):
        emission.emit_call(interp, frame, node, f"{UNKNOWN_OWNER}{node.func.attr}", given, MEDIUM, UNKNOWN)
    if result is UNKNOWN and frame.tracing and _is_left_open(callee) and any(map(_is_surely_tensor, given.args)):
        result = Tensor(confidence=LOW, evidence=Evidence(node, frame.module, "likely a Tensor (what becomes of one)"))
    if name in MUTATORS and (result is UNKNOWN or isinstance(callee, Method)):
        methods.note_change(interp, frame, node, callee, given)
    return aliases.current(interp.heap, result) if type(result) in aliases.KINDS else result


def _is_left_open(callee: Value) -> bool:
    """Return whether nothing is known of what is called: it is passed in, or a derived class defines it."""
    return type(callee) is Value or (isinstance(callee, Function) and callee.info.is_abstract)


def _is_surely_tensor(value: Value) -> bool:
    tensor = tensor_part(value)
    return tensor is not None and tensor.confidence > LOW


def _may_be_unknown(callee: Value) -> bool:
    if type(callee) is UnionValue:
        return any(type(option) is Value for option in callee.alternatives)
    return type(callee) is Value


def call_value(interp: Evaluator, frame: Frame, node: ast.Call, callee: Value, given: Arguments) -> Value:
    """``callee(*given)``."""
    if isinstance(callee, UnionValue):
        before = interp.save(frame)
        results, ends = [], []
        with _calling(frame, Repeats.ONCE if _are_mixed(callee.alternatives) else frame.layers):
            for option in modules_among(callee):
                interp.restore(frame, before)
                results.append(call_value(interp, frame, node, option, given))
                ends.append(interp.save(frame))
        if ends:
            interp.merge(frame, ends)
        return join_all(results)
    if isinstance(callee, Function):
        if not frame.tracing and not callee.plain and (decorator := _compiling(callee)) is not None:
            interp.emit(CompiledCall(node, frame, interp, _dynamic(decorator)))
            args, kwargs = _counted(frame, node, given)
            counted = any(isinstance(value, Counted) for value in (*args, *kwargs.values()))
            if counted and interp.hooks.on_compiled is not None:
                interp.hooks.on_compiled(None, callee, args, kwargs)
        return interp.call(frame, node, callee, given.args, given.kwargs, given.rest)
    if isinstance(callee, ClassValue):
        return _construct(interp, frame, node, callee, given)
    if isinstance(callee, GenericAlias):
        emission.emit_call(interp, frame, node, "types.GenericAlias.__call__", given, owner=callee)
        return call_value(interp, frame, node, callee.origin, given)
    if isinstance(callee, NamedTupleClass):
        return named_tuples.made(callee, given)
    if isinstance(callee, Instance):
        return call_instance(interp, frame, node, callee, given)
    if isinstance(callee, Partial):
        merged = Arguments([*callee.args, *given.args], {**dict(callee.kwargs), **given.kwargs}, given.rest)
        with PathConditions(frame, list(callee.conditions)):
            return call_value(interp, frame, node, callee.func, merged)
    if isinstance(callee, Compiled):
        if frame.tracing:
            return call_value(interp, frame, node, callee.target, given)
        interp.emit(CompiledCall(node, frame, interp, callee.dynamic))
        if interp.hooks.on_compiled is not None:
            args, kwargs = _counted(frame, node, given)
            if given.rest:
                kwargs["**"] = UNKNOWN
            interp.hooks.on_compiled(callee.root, callee.target, args, kwargs)
        return call_value(interp, frame, node, callee.target, given)
    if isinstance(callee, Method):
        return methods.call_method(interp, frame, node, callee, given)
    if isinstance(callee, External):
        return _call_external(interp, frame, node, callee.name, given)
    if isinstance(callee, ExternalInstance):
        return torch.call_external_instance(interp, frame, node, callee, given)
    if isinstance(callee, Descriptor):
        return call_value(interp, frame, node, callee.function, given) if callee.kind == "staticmethod" else UNKNOWN
    if isinstance(callee, SequenceValue) and callee.kind == "sequential":
        return _call_sequential(interp, frame, node, callee, given)
    return UNKNOWN


def _compiling(callee: Function) -> ast.expr | None:
    """The decorator that compiles a function, as far as its name tells."""
    for decorator in callee.info.decorators:
        maker = decorator.func if isinstance(decorator, ast.Call) else decorator
        if dotted_name(maker) in ("torch.compile", "compile"):
            return decorator
    return None


def _dynamic(decorator: ast.expr) -> Value | None:
    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
    for keyword in keywords:
        if keyword.arg == "dynamic":
            return Const(keyword.value.value) if isinstance(keyword.value, ast.Constant) else UNKNOWN
    return None


def _counted(frame: Frame, node: ast.Call, given: Arguments) -> tuple[list[Value], dict[str, Value]]:
    """The arguments of a compiled callable; numbers that the loop around the call counts are told from others."""

    def noted(value: Value, expr: ast.expr) -> Value:
        if not is_number(value) or not loop_variance.counted(expr, frame.module):
            return value
        return Counted(
            "int" if is_whole(value) else "float", evidence=Evidence(expr, frame.module, "counted by the loop")
        )

    args, kwargs = [*given.args], dict(given.kwargs)
    if not any(isinstance(argument, ast.Starred) for argument in node.args) and len(args) == len(node.args):
        args = [noted(value, expr) for value, expr in zip(args, node.args, strict=True)]
    for keyword in node.keywords:
        if keyword.arg in kwargs:
            kwargs[keyword.arg] = noted(kwargs[keyword.arg], keyword.value)
    return args, kwargs


def call_instance(interp: Evaluator, frame: Frame, node: ast.AST, callee: Instance, given: Arguments) -> Value:
    """``object(...)``: its own ``__call__``, else a module's forward."""
    if isinstance(own := interp.set_on_class(callee.cls, "__call__"), Function):
        return interp.call(frame, node, replace(own, bound=callee), given.args, given.kwargs, given.rest)
    if frame.tracing and isinstance(node, ast.Call) and (SCRIPTED in callee.cls.mro or SCRIPT_CLASS in callee.cls.mro):
        return torch.call_external_instance(interp, frame, node, ExternalInstance(SCRIPT_CLASS), given)
    method = callee.cls.find_method("__call__")
    if method is None:
        return methods.call_forward(interp, frame, node, callee, given)
    return interp.call(frame, node, Function(method, callee), given.args, given.kwargs, given.rest)


def _arguments(interp: Evaluator, frame: Frame, node: ast.Call) -> Arguments:
    given = Arguments([], {})
    for argument in node.args:
        value = interp.evaluate(frame, argument)
        if isinstance(argument, ast.Starred):
            if isinstance(value, SequenceValue) and value.items is not None:
                given.args.extend(value.items)
            else:
                given.rest = given.rest.and_positional(containers.iterate(interp, frame, argument, value))
        elif given.rest:
            given.rest = given.rest.and_positional(value)
        else:
            given.args.append(value)
    for keyword in node.keywords:
        value = interp.evaluate(frame, keyword.value)
        if keyword.arg is not None:
            given.kwargs[keyword.arg] = value
        elif isinstance(value, MappingValue):
            for key, item in value.items:
                if isinstance(key, Const) and isinstance(key.value, str):
                    given.kwargs[key.value] = item
            if value.open:
                given.rest = given.rest.and_named(value.element)
        else:
            given.rest = given.rest.and_named(UNKNOWN)
    return given


def _super(frame: Frame, node: ast.Call) -> Value:
    scope: Frame | None = frame
    while scope is not None and (scope.function is None or scope.function.owner is None):
        scope = scope.closure
    if scope is None or scope.function is None or scope.function.owner is None or scope.owner is None:
        return UNKNOWN
    return Super(scope.function.owner, scope.owner)


def _construct(interp: Evaluator, frame: Frame, node: ast.Call, callee: ClassValue, given: Arguments) -> Value:
    cls = callee.cls
    if enumerations.is_enumeration(cls):
        known = enumerations.by_value(interp, cls, given.args[0]) if len(given.args) == 1 else None
        return known or enumerations.some_member(cls)
    if autograd.is_function(cls):
        return callee
    if is_tensor_class(cls):
        return torch.of_subclass(frame, node, cls, given)
    return interp.make(frame, node, cls, given.args, given.kwargs, given.rest)


def _call_sequential(interp: Evaluator, frame: Frame, node: ast.Call, callee: SequenceValue, given: Arguments) -> Value:
    value = given.args[0] if given.args else UNKNOWN
    if callee.items is not None:
        classes = [layer.cls for layer in callee.items if isinstance(layer, Instance)]
        for layer in callee.items:
            many = isinstance(layer, Instance) and classes.count(layer.cls) > 1
            with _calling(frame, Repeats.LAYER if many else Repeats.ONCE):
                value = call_value(interp, frame, node, layer, Arguments([value], {}))
        return value
    layers = list(alternatives(callee.each()))
    with _calling(frame, Repeats.ONCE if _are_mixed(layers) else Repeats.LAYER):
        for _ in range(2 if len(layers) > 1 else 1):  # any of them, after any of them
            value = join_all(call_value(interp, frame, node, layer, Arguments([value], {})) for layer in layers)
    return value


MANY_KINDS = 3
"""A list with modules of more classes than this is no list of like layers: each class has a few."""


def _are_mixed(values: Collection[Value]) -> bool:
    """Return whether modules are of many classes."""
    return len(values) > MANY_KINDS and len({one.cls for one in values if isinstance(one, Instance)}) > MANY_KINDS


@contextmanager
def _calling(frame: Frame, layers: Repeats | None) -> Iterator[None]:
    """A context in which the frame calls one of its modules, of which it calls so many."""
    before, frame.layers = frame.layers, layers
    try:
        yield
    finally:
        frame.layers = before


# External functions and objects


def _call_external(interp: Evaluator, frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    answer = compiler_answer(name)
    if answer is not None:
        return Const(answer) if frame.tracing else FALSE
    if name == "builtins.range":
        given = dataclasses.replace(given, args=[numpy.as_traced(frame, value) for value in given.args])
    is_compiled = frame.tracing and interp.project.finder.is_compiled(name)
    emission.emit_call(interp, frame, node, f"{COMPILED_CODE}{name}" if is_compiled else name, given)
    model = builtins.MODELS.get(name)
    if model is not None:
        return model(interp, frame, node, given)
    if name.startswith(("torch.", "torchvision.", "einops.")):
        return _call_torch(interp, frame, node, name, given)
    if name.startswith("numpy.") and (array := numpy.of_call(frame, node, name, given)) is not UNKNOWN:
        return array
    if name.rpartition(".")[2] in ("getLogger", "get_logger"):
        return ExternalInstance("logging.Logger", confidence=HIGH if name.startswith("logging.") else MEDIUM)
    last = name.rpartition(".")[2]
    if "." in name and last[:1].isupper() and not last.isupper() and not name.startswith("builtins."):
        return ExternalInstance(name)  # a class, by its name
    return UNKNOWN


def _call_torch(interp: Evaluator, frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    data = interp.torch
    if name.startswith("torch.Tensor.") and given.args and (owner := tensor_part(given.args[0])) is not None:
        method = name.rpartition(".")[2]
        if method in data.methods:
            return torch.call_result(
                interp, frame, node, method, data.methods[method], given.args[1:], given.kwargs, owner
            )
    if name in ("torch.finfo", "torch.iinfo"):
        return PyValue(name.removeprefix("torch."))
    if name in ("torch.nn.Parameter", "torch.nn.parameter.Parameter"):
        data_of = tensor_part(given.args[0]) if given.args else None
        return Tensor(
            shape=data_of.shape if data_of is not None else parameters.unique(frame, "shape"),
            dtype=parameters.unique(frame, "dtype"),
            floating=True if "requires_grad" not in given.kwargs and len(given.args) == 1 else None,
            sources=frozenset([("parameter", frame.module.name, node.lineno, node.col_offset)]),
            evidence=Evidence(node, frame.module, "Tensor (a parameter)", origin=Origin.PARAMETER),
        )
    if (made := distributions.of_call(interp, frame, node, name, given)) is not None:
        return made
    name = distributions.LIKE.get(name, name)
    kind = data.functions["torch.Tensor"] if _TYPED.fullmatch(name) else data.functions.get(name)
    if kind is not None:
        return torch.call_result(interp, frame, node, name, kind, given.args, given.kwargs)
    if name in data.modules or (name.startswith(_WITH_CLASSES) and name.rpartition(".")[2][:1].isupper()):
        square = name == "torch.nn.Linear" and _is_square(node, given)
        site = ("site", frame.module.name, node.lineno, node.col_offset, name)
        numpy_number = any(map(_is_numpy, [*given.args, *given.kwargs.values()]))
        writes = _told_to_write(name, given)
        return ExternalInstance(name, square=square, writes=writes, numpy=numpy_number, site=site)
    return UNKNOWN


def _is_numpy(value: Value) -> bool:
    """Return whether it is a number of NumPy's, or an array or an item of one."""
    return isinstance(value, NumpyNumber) or (isinstance(value, Tensor) and value.array is True)


def _told_to_write(name: str, given: Arguments) -> bool | None:
    """Return whether the arguments of a layer of torch tell it to write to its input or its weights."""
    argument = layers.told(name.rpartition(".")[2]) if name.startswith("torch.nn.") else None
    if argument is None:
        return False
    keyword, position = argument
    value = given.get(position, keyword)
    if value is None:
        return None if given.rest else False
    if not isinstance(value, Const):
        return None
    return value.value is not None if keyword == "max_norm" else truth(value)


def _is_square(node: ast.Call, given: Arguments) -> bool:
    """Return whether the first two arguments, of the sizes of a layer, are surely equal."""
    if given.rest or len(given.args) < 2 or any(isinstance(argument, ast.Starred) for argument in node.args):
        return False
    if all(isinstance(value, Const) for value in given.args[:2]):
        return given.args[0] == given.args[1]
    if len(node.args) != len(given.args):
        return False  # some were given by `functools.partial`
    one, two = node.args[:2]
    named = all(
        isinstance(part, (ast.Name, ast.Attribute, ast.BinOp, ast.Constant, ast.operator, ast.expr_context))
        for part in ast.walk(one)
    )
    return named and ast.dump(one) == ast.dump(two)


_TYPED = re.compile(r"torch\.(cuda\.)?(Float|Double|Half|BFloat16|Byte|Char|Short|Int|Long|Bool)Tensor")
"""Constructors of older code, ``torch.LongTensor([1])``, which PyTorch's stubs do not declare."""
_WITH_CLASSES = ("torch.nn.", "torch.optim.", "torch.amp.", "torch.cuda.amp.", "torch.distributed.fsdp.")


def call_any(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    callee: Value,
    args: list[Value],
    kwargs: dict[str, Value],
    rest: Rest,
) -> Value:
    """Call a value where no call stands in the source."""
    return call_value(interp, frame, as_call(node), callee, Arguments(args, kwargs, rest))
