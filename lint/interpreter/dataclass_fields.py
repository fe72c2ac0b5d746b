"""Dataclasses, named tuples and models of pydantic: their fields, and what their generated constructors set."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fullgraph.lint.domain.externals import FACTORY
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Evidence,
    Function,
    GenericAlias,
    Instance,
    Tensor,
    Value,
    alternatives,
    join_all,
    replace,
)
from fullgraph.lint.interpreter import emission, parameters, special_methods
from fullgraph.lint.interpreter.arguments import Arguments, Rest, as_call
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module
from fullgraph.lint.project.module_classes import is_pydantic_model

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_DECORATORS = frozenset(("dataclass", "define", "frozen"))
_NAMED_TUPLE = "typing.NamedTuple"
_OF_FIELDS = frozenset(("field_validator", "validator"))
"""The decorators of methods that a model calls with what a field is given, and that return what the field holds."""


class Field(NamedTuple):
    """One annotated name of a dataclass's body."""

    name: str
    annotation: ast.expr
    module: Module
    default: ast.expr | None
    """What it is set to, or the ``default`` that ``field`` is given."""
    factory: ast.expr | None = None
    of_dataclass: bool = False
    """Whether ``dataclasses.field`` names the factory, not ``attrs`` or ``pydantic``."""
    init: bool = True
    """Whether the constructor takes it."""
    passed_on: bool = False
    """Whether it is no attribute, but an argument of ``__post_init__``."""


def is_record(cls: ClassInfo) -> bool:
    """Return whether the class itself gets a constructor that sets its fields."""
    return (
        bool({_last(decorator) for decorator in cls.node.decorator_list} & _DECORATORS)
        or _NAMED_TUPLE in cls.mro[1:2]
        or is_pydantic_model(cls)
    )


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def record_of(cls: ClassInfo) -> ClassInfo | None:
    """The dataclass or named tuple whose fields objects of the class have: itself, or the nearest base."""
    return next((entry for entry in cls.mro if isinstance(entry, ClassInfo) and is_record(entry)), None)


def own_constructor(cls: ClassInfo) -> tuple[FunctionInfo | None, ClassInfo | None]:
    """The ``__init__`` that is written for a class, or else the dataclass that has a generated one."""
    for entry in cls.mro:
        if isinstance(entry, ClassInfo):
            if "__init__" in entry.methods:
                return entry.methods["__init__"], None
            if is_record(entry):
                return None, entry
    return None, None


def goes_on(cls: ClassInfo, record: ClassInfo | None) -> bool:
    """Return whether the generated constructor calls methods of the class: ``__post_init__``, a model's validators."""
    if record is not None and is_pydantic_model(record):
        return any(_validators(cls))
    return record is not None and _NAMED_TUPLE not in record.mro and cls.find_method("__post_init__") is not None


def is_named_tuple(cls: ClassInfo) -> bool:
    """Return whether objects of a class are tuples with names for their items."""
    return _NAMED_TUPLE in cls.external_bases()


def is_compared(record: ClassInfo, ordered: bool) -> bool:
    """Return whether objects of a dataclass are compared by their fields, or ``ordered`` by these."""
    told: dict[str | None, ast.expr] = {}
    for decorator in record.node.decorator_list:
        if isinstance(decorator, ast.Call):
            told.update((keyword.arg, keyword.value) for keyword in decorator.keywords)
    named = told.get("order" if ordered else "eq")
    if named is None:
        return not ordered or _NAMED_TUPLE in record.mro
    return isinstance(named, ast.Constant) and named.value is True


def field_names(cls: ClassInfo) -> list[str]:
    """The fields of a dataclass or named tuple, in order; empty for other classes."""
    record = record_of(cls)
    return [] if record is None else [one.name for one in _fields(record) if not one.passed_on]


def _fields(record: ClassInfo) -> list[Field]:
    found: dict[str, Field] = {}
    for entry in reversed(record.mro):
        if isinstance(entry, ClassInfo):
            found.update((one.name, one) for one in _declared(entry))
    return list(found.values())


def _declared(cls: ClassInfo) -> Iterator[Field]:
    for name, annotation in cls.annotations.items():
        kind = _last(annotation.value) if isinstance(annotation, ast.Subscript) else _last(annotation)
        if kind in ("ClassVar", "KW_ONLY"):
            continue
        default = cls.attributes.get(name)
        known = Field(name, annotation, cls.module, default, passed_on=kind == "InitVar")
        if isinstance(default, ast.Call) and _last(default) in ("field", "ib", "attrib", "Field"):
            told = {keyword.arg: keyword.value for keyword in default.keywords}
            init = told.get("init")
            known = known._replace(
                default=told.get("default", default.args[0] if default.args else None),
                factory=told.get("default_factory", told.get("factory")),
                of_dataclass=_last(default) == "field" and "default_factory" in told,
                init=not (isinstance(init, ast.Constant) and init.value is False),
            )
        yield known


def initialise(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    instance: Instance,
    record: ClassInfo,
    args: Sequence[Value],
    kwargs: dict[str, Value],
    rest: Rest,
) -> None:
    """Set the fields of a new object as its generated constructor does, and run ``__post_init__`` or the validators."""
    values: dict[str, Value] = {}
    passed_on: list[Value] = []
    for one, given in _given(record, args, kwargs):
        value = given if given is not None else _unset(interp, node, one, rest)
        if one.passed_on:
            passed_on.append(value if value is not None else UNKNOWN)
        elif value is not None:
            values[one.name] = value
    interp.heap[instance.site] = {**interp.heap.of(instance.site), **values}
    if is_pydantic_model(record):
        _validate(interp, frame, node, instance)
    elif goes_on(instance.cls, record):
        special_methods.call(interp, frame, node, instance, "post_init", *passed_on)


def _given(
    record: ClassInfo, args: Sequence[Value], kwargs: Mapping[str, Value]
) -> Iterator[tuple[Field, Value | None]]:
    """The fields of a record, each with what the constructor is given for it."""
    position = 0
    for one in _fields(record):
        given: Value | None = None
        if one.init:
            given = args[position] if position < len(args) else kwargs.get(one.name)
            position += 1
        yield one, given


def tell_factories(
    interp: Evaluator,
    frame: Frame,
    node: ast.Call,
    cls: ClassInfo,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
) -> None:
    """Tell the rules of what makes the values of the fields that the constructor of a class is not given."""
    record = own_constructor(cls)[1]
    for one, given in _given(record, args, kwargs) if record is not None else ():
        if given is None and one.factory is not None:
            factory = interp.evaluate(Frame(one.module), one.factory)
            if isinstance(factory, GenericAlias):
                emission.emit_call(interp, frame, node, "types.GenericAlias.__call__", Arguments([], {}), owner=factory)
            elif one.of_dataclass:
                emission.emit_call(interp, frame, node, FACTORY, Arguments([], {}), owner=factory)


def _validators(cls: ClassInfo) -> Iterator[tuple[FunctionInfo, tuple[str, ...] | None]]:
    """The validators of a model, those of fields first; each with the fields that it is called for, or None for all."""
    found: dict[str, FunctionInfo] = {}
    for entry in reversed(cls.mro):
        if isinstance(entry, ClassInfo):
            found.update(entry.methods)
    whole = []
    for info in found.values():
        for decorator in info.decorators:
            if not isinstance(decorator, ast.Call):
                continue
            if _last(decorator) in _OF_FIELDS:
                names = [one.value for one in decorator.args if isinstance(one, ast.Constant)]
                yield info, tuple(name for name in names if isinstance(name, str))
            elif _last(decorator) == "model_validator" and _mode(decorator) == "after":
                whole.append(info)
    yield from ((info, None) for info in whole)


def _mode(decorator: ast.Call) -> object:
    told = {keyword.arg: keyword.value for keyword in decorator.keywords}.get("mode")
    return told.value if isinstance(told, ast.Constant) else None


def _validate(interp: Evaluator, frame: Frame, node: ast.AST, instance: Instance) -> None:
    """Call a model's validators, which say what its fields hold."""
    for info, names in _validators(instance.cls):
        if names is None:
            interp.call(frame, node, Function(info, instance, plain=True), [], {})
            continue
        for name in names:
            held = interp.heap.of(instance.site)
            if name not in held:
                continue
            value = interp.call(frame, node, Function(info, ClassValue(instance.cls), plain=True), [held[name]], {})
            if value is not UNKNOWN:
                interp.heap[instance.site] = {**interp.heap.of(instance.site), name: value}


def _unset(interp: Evaluator, node: ast.AST, one: Field, rest: Rest) -> Value | None:
    """What a field holds that no argument sets; None where nothing does. ``node`` makes the object."""
    if rest and one.init:
        return _declared_value(interp, node, one)
    declared = Frame(one.module)
    if one.factory is not None:
        factory = interp.evaluate(declared, one.factory)
        return interp.call_value(declared, as_call(one.factory), factory, Arguments([], {}))
    if one.default is not None:
        return interp.evaluate(declared, one.default)
    return UNKNOWN if one.init else None


def _declared_value(interp: Evaluator, node: ast.AST, one: Field) -> Value:
    declared = parameters.annotated(interp, one.module, one.annotation, node)
    here = Evidence(one.annotation, one.module, "Tensor (annotated in its class)")
    return join_all(replace(o, evidence=here) if isinstance(o, Tensor) else o for o in alternatives(declared))
