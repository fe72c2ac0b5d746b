"""Attributes: reading and writing them."""

from __future__ import annotations

import ast
import itertools
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeGuard

from fullgraph.lint.domain import arrays, tensor_reads, terms
from fullgraph.lint.domain.events import (
    ArrayRead,
    Cached,
    Dispatch,
    FunctionRead,
    HostWrite,
    ItemRead,
    Read,
    SparseRead,
    SubmoduleRead,
    Write,
)
from fullgraph.lint.domain.externals import (
    NAMESPACES,
    PARTIAL_METHOD,
    READ_PARTIAL_METHOD,
    SUPER_OF_FUNCTION,
    SUPER_PROPERTY,
    TEXTS,
    modules_among,
)
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import UNSET
from fullgraph.lint.domain.values import (
    BOOL,
    FLOAT,
    INT,
    MEDIUM,
    NONE,
    STR,
    UNKNOWN,
    Batch,
    ClassValue,
    Compiled,
    Const,
    Descriptor,
    Evidence,
    External,
    ExternalInstance,
    Function,
    GenericAlias,
    Globals,
    HookHandle,
    Instance,
    MappingValue,
    Method,
    ModuleValue,
    NumpyNumber,
    Origin,
    Partial,
    PyValue,
    Scalar,
    SequenceValue,
    Super,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    is_whole,
    join,
    join_all,
    replace,
    tensor_part,
)
from fullgraph.lint.interpreter import (
    aliases,
    batches,
    dataclass_fields,
    descriptors,
    emission,
    enumerations,
    exceptions,
    mappings,
    module_containers,
    parameters,
    registries,
    special_methods,
    states,
)
from fullgraph.lint.interpreter.arguments import Arguments, as_call
from fullgraph.lint.interpreter.models import autograd, distributions, named_tuples, torch
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, dotted_name, is_method_of_dict
from fullgraph.lint.project.module_classes import MODULE_BASES, is_module_class

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def load(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Value, name: str) -> Value:
    """``owner.name``."""
    if isinstance(owner, Instance):
        return _of_instance(interp, frame, node, owner, name)
    if isinstance(owner, GenericAlias) and not name.startswith("__"):
        return load(interp, frame, node, owner.origin, name)
    if isinstance(owner, UnionValue):
        of_tensor = (name in interp.torch.methods or name in _DESCRIBING) and tensor_part(owner) is not None
        kept = [
            load(interp, frame, node, option, name)
            for option in owner.alternatives
            if option != NONE and not (of_tensor and option is UNKNOWN)
        ]
        return join_all(kept) if kept else UNKNOWN
    if (
        owner is UNKNOWN
        and frame.tracing
        and parameters.only_of_tensors(interp, frame.module, name)
        and _is_local(frame, node)
    ):
        evidence = Evidence(node.value, frame.module, f"Tensor (it is used as one: .{name})")
        return Method(Tensor(confidence=MEDIUM, evidence=evidence), name)
    if isinstance(owner, Batch):
        return batches.attribute(frame, node, owner, name)
    if owner is UNKNOWN and name == "device":
        return PyValue("device")
    if isinstance(owner, Tensor):
        own = _of_subclass(interp, frame, node, owner, name) if owner.cls is not None else None
        return own if own is not None else torch.attribute(interp, frame, node, owner, name)
    if isinstance(owner, External):
        return TEXTS.get(f"{owner.name}.{name}") or External(f"{owner.name}.{name}")
    if isinstance(owner, Compiled):
        return _of_compiled(interp, frame, node, owner, name)
    if isinstance(owner, ModuleValue) and name == "__dict__":
        return Globals(owner.module)
    if isinstance(owner, ModuleValue):
        return interp.member(owner.module.name, name)
    if isinstance(owner, ClassValue):
        found = _of_class(interp, frame, node, owner, name)
        is_data = found is not UNKNOWN and not isinstance(found, (Function, Method))
        if is_data and frame.tracing and autograd.is_function(owner.cls) and not _is_own_class(frame, node.value):
            interp.emit(FunctionRead(node, frame, interp, owner, name))
        return found
    if isinstance(owner, Super):
        return _of_super(interp, frame, node, owner, name)
    if isinstance(owner, SequenceValue) and (item_of := named_tuples.field(owner, name)) is not None:
        return item_of
    if isinstance(owner, SequenceValue) and owner.kind == "tuple" and owner.items is not None:
        for fields in interp.torch.fields.values():
            if name in fields and len(fields) == len(owner.items):  # torch.topk(x, k).values
                return owner.items[fields.index(name)]
    if name == "value" and (held := enumerations.value_of(owner)) is not None:
        return held
    if isinstance(owner, Const) and (own := enumerations.attribute(interp, frame, node, owner, name)) is not None:
        return own
    if isinstance(owner, Globals):
        return Method(owner, name)
    if isinstance(owner, (Const, PyValue, SequenceValue, MappingValue, ExternalInstance, Scalar, Partial)):
        if isinstance(owner, ExternalInstance) and name in (given := interp.heap.of(owner.site)):
            return _seen(frame, node, given[name]) if owner.cls in NAMESPACES else given[name]
        if isinstance(owner, ExternalInstance) and owner.cls in NAMESPACES:
            return UNKNOWN
        if isinstance(owner, ExternalInstance) and owner.cls.startswith("torch.nn.") and name in _OF_LAYERS:
            what, origin = _OF_LAYERS[name]
            evidence = Evidence(node, frame.module, f"Tensor (a {what})", origin=origin)
            held = Tensor(sources=frozenset([(owner.cls, name)]), evidence=evidence)
            # A layer writes to its buffers when it is called, which no proof of a fix knows of.
            return join(replace(held, confidence=MEDIUM), NONE) if origin is Origin.BUFFER else held
        if (
            isinstance(owner, ExternalInstance)
            and (known := distributions.of_attribute(frame, node, owner, name)) is not None
        ):
            return known
        if isinstance(owner, ExternalInstance) and owner.cls.startswith("torch.nn.") and name == "training":
            return BOOL
        if isinstance(owner, ExternalInstance) and owner.cls == "torch.nn.Transformer" and name in _PARTS:
            return ExternalInstance(_PARTS[name])
        if isinstance(owner, Partial) and name == "func":
            return owner.func
        if isinstance(owner, PyValue) and (plain := _PLAIN.get((owner.kind, name))) is not None:
            return plain
        if owner == autograd.CONTEXT and (value := autograd.of_context(frame, node, name)) is not None:
            return value
        return Method(owner, name)
    if isinstance(owner, NumpyNumber) and owner.constant and name == "astype" and frame.tracing:
        return Method(owner, name)
    if isinstance(owner, Function):
        if name == "__name__":
            return Const(owner.info.name)
        if (held := interp.set_on_function(owner.info, name)) is not None:
            return held
        return Method(owner, name) if name == "__get__" else UNKNOWN
    return Method(owner, name) if isinstance(owner, HookHandle) else UNKNOWN


def _of_subclass(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Tensor, name: str) -> Value | None:
    """An attribute that a tensor has from its own class; None for one that all tensors have."""
    assert owner.cls is not None
    if name == "__class__":
        return ClassValue(owner.cls)
    return special_methods.own(interp, frame, node, owner, owner.cls, name)


_OF_LAYERS = {
    **dict.fromkeys(("weight", "bias", "in_proj_weight", "in_proj_bias"), ("parameter", Origin.PARAMETER)),
    **dict.fromkeys(("running_mean", "running_var", "num_batches_tracked"), ("buffer", Origin.BUFFER)),
}
"""The tensors of torch's layers, by their names; buffers are None where a layer keeps no statistics."""
_PARTS = {"encoder": "torch.nn.TransformerEncoder", "decoder": "torch.nn.TransformerDecoder"}
"""The modules that ``nn.Transformer`` holds."""
_DESCRIBING = frozenset(("shape", "dtype", "device", "ndim"))
"""Attributes that describe tensors, and arrays too."""
_PLAIN = {
    ("device", "type"): STR,
    ("device", "index"): UnionValue((INT, NONE)),
    ("dtype", "is_floating_point"): BOOL,
    ("dtype", "is_complex"): BOOL,
    ("dtype", "is_signed"): BOOL,
    ("dtype", "itemsize"): INT,
    **{("finfo", name): FLOAT for name in "eps max min tiny smallest_normal resolution".split()},
    **{("iinfo", name): INT for name in ("max", "min")},
    ("finfo", "bits"): INT,
    ("iinfo", "bits"): INT,
}
"""Attributes of what tensors say of themselves, and of the limits of a dtype."""


def _of_compiled(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Compiled, name: str) -> Value:
    """A compiled module is a module around that one, which gives what it has not itself."""
    if name == "_orig_mod":
        return owner.target
    if isinstance(owner.target, Function):
        return UNKNOWN
    if name in ("state_dict", "load_state_dict"):
        return Method(owner, name)
    return load(interp, frame, node, owner.target, name) if isinstance(owner.target, Instance) else UNKNOWN


def _is_local(frame: Frame, node: ast.Attribute) -> bool:
    """Return whether the attribute is not that of a global name, which could be a module that is not found."""
    scope: Frame | None = frame
    while isinstance(node.value, ast.Name) and scope is not None:
        if node.value.id in scope.env:
            return True
        scope = scope.closure
    return not isinstance(node.value, ast.Name)


def _of_instance(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Instance, name: str) -> Value:
    cls = owner.cls
    if name == "__class__":
        return ClassValue(cls) if owner.exact else UNKNOWN
    if name == "__dict__":
        return vars_of(interp, frame, node, owner)
    if (held := interp.set_on_class(cls, name)) is not None and name not in _attributes_of(interp, owner):
        return bound(interp, frame, node, owner, held)
    method = cls.find_method(name)
    if method is not None and method.decorator_names & {"property", "cached_property", "abstractproperty"}:
        return _property(interp, frame, node, owner, method)
    if (computed := descriptors.read(interp, frame, node, owner, name, before=True)) is not None:
        return computed
    values = _attributes_of(interp, owner)
    if name in values:
        if frame.tracing and is_whole(values[name]):
            interp.emit(Read(node, frame, interp, owner, name, values[name], frame.around(node)))
        if frame.tracing:
            among = modules_among(values[name])
            as_list = len(among) > 1 and _is_gone_over(frame, node)
            for option in among:
                if isinstance(option, Instance) or (isinstance(option, ExternalInstance) and not as_list):
                    interp.emit(SubmoduleRead(node, frame, interp, option))
            held = values[name]
            if type(held) is Tensor and held.sparse:
                interp.emit(SparseRead(node, frame, interp, held))
            elif arrays.is_array(held):
                interp.emit(ArrayRead(node, frame, interp, held))
        return _seen(frame, node, values[name])
    if method is None and cls.find_attribute(name) is None and name not in _MODULE_METHODS:
        kept = dict(_kept_by_ends(values))
        fitting = [ends for ends in kept if name.startswith(ends[0]) and name.endswith(ends[1])]
        if fitting:
            return _seen(frame, node, kept[max(fitting, key=lambda ends: len(ends[0]) + len(ends[1]))])
    if method is not None:
        if "staticmethod" in method.decorator_names:
            return Function(method)
        if "classmethod" in method.decorator_names:
            return Function(method, ClassValue(cls))
        if method.decorators and (got := descriptors.read(interp, frame, node, owner, name, before=False)) is not None:
            return got
        return Function(method, owner)
    if (computed := descriptors.read(interp, frame, node, owner, name, before=False)) is not None:
        return computed
    if (nested := cls.find_class(name)) is not None:
        return ClassValue(nested)
    found = cls.find_attribute(name)
    if found is not None and found[1] is not None:
        if (made := _partial_method(interp, frame, node, owner, found[0], found[1])) is not None:
            return made
        value = interp.evaluate(Frame(found[0].module), found[1])
        if isinstance(value, (Descriptor, Function)):
            return bound(interp, frame, node, owner, value)
        value = registries.of_class(interp, found[0], name, value)
        value = states.changed(value, interp.changes_of(cls).get(name, ()))
        if frame.tracing and is_whole(value):
            interp.emit(Read(node, frame, interp, owner, name, value, frame.around(node)))
        if isinstance(value, Const) and not (owner.exact and owner.site in interp.heap):
            return UNKNOWN  # a constructor, of which nothing is known here, may have set another
        return value
    if cls.find_annotation(name) is not None:
        return parameters.declared_attribute(interp, cls, name, (node, frame.module))
    if name == "training" and is_module_class(cls):
        return BOOL
    if name == "_modules" and is_module_class(cls):
        return MappingValue((), True, join_all(parts(interp, owner, deep=False)))
    if name in module_containers.METHODS and module_containers.held(interp, owner) is not None:
        return Method(owner, name)
    if is_module_class(cls) and name in _MODULE_METHODS:
        return Method(owner, name)
    if name in mappings.FILLING and mappings.is_dictionary(owner):
        return Method(owner, name)
    if mappings.is_dictionary(owner) and is_method_of_dict(cls, "__getattr__") and not hasattr(OrderedDict, name):
        if frame.tracing:
            interp.emit(ItemRead(node, frame, interp, owner, name))
        return mappings.missing(interp, frame, node, owner, Const(name)) or UNKNOWN
    if name in ("_replace", "_asdict") and named_tuples.is_class(cls):
        return Method(owner, name)
    if (inherited := distributions.inherited(frame, node, owner, name)) is not None:
        return inherited
    if _is_missing(interp, owner, name):
        missing = special_methods.call(interp, frame, node, owner, "getattr", Const(name))
        if missing is None and isinstance(node.ctx, ast.Load):
            exceptions.met(interp, frame, node, exceptions.ATTRIBUTE)
        return UNKNOWN if missing is None else missing
    return UNKNOWN


def vars_of(interp: Evaluator, frame: Frame, node: ast.expr, owner: Instance) -> Value:
    """``vars(owner)``: the dictionary of its attributes, where that is small or only a part of it is meant."""
    if owner.site not in interp.heap and owner.exact:
        return UNKNOWN
    interp.heap[owner.site] = _attributes_of(interp, owner)
    held = aliases.attributes_of(interp.heap, owner)
    nested = any(
        isinstance(one, (SequenceValue, MappingValue)) for _, value in held.items for one in alternatives(value)
    )
    return UNKNOWN if (nested or len(held.items) > _FEW) and not _is_part_meant(frame, node) else held


_FEW = 32
"""Attributes of an object that are followed as the items of a dictionary: copies of many are joined over and over."""


def _is_part_meant(frame: Frame, node: ast.expr) -> bool:
    """Return whether an item of a dictionary is read or set, or one is updated from it or by it."""
    parent = frame.module.parents.get(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _OF_PARTS
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        return parent.func.attr == "update" and node in parent.args
    return isinstance(parent, (ast.Subscript, ast.Compare, ast.Assign))


_OF_PARTS = frozenset("update get setdefault pop".split())


def bound(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance | ClassValue, held: Value) -> Value:
    """What an object, or its class, gives for a function or descriptor that the class holds."""
    if isinstance(held, Function):
        return replace(held, bound=owner) if isinstance(owner, Instance) and held.bound is None else held
    if not isinstance(held, Descriptor) or held.kind == "staticmethod":
        return held.function if isinstance(held, Descriptor) else held
    if not isinstance(held.function, Function):
        return UNKNOWN
    if held.kind == "classmethod":
        return replace(held.function, bound=owner if isinstance(owner, ClassValue) else ClassValue(owner.cls))
    if isinstance(owner, ClassValue):
        return UNKNOWN
    return interp.call(frame, node, replace(held.function, bound=owner), [], {})


def _partial_method(
    interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Instance, cls: ClassInfo, made: ast.expr
) -> Value | None:
    """A method that a class makes with ``functools.partialmethod``; None for its other attributes."""
    if not isinstance(made, ast.Call) or not made.args or (dotted_name(made.func) or "").rpartition(".")[2] != _PARTIAL:
        return None
    scope = Frame(cls.module)
    scope.env.update((name, Function(method)) for name, method in cls.methods.items())
    if interp.evaluate(scope, made.func) != External(PARTIAL_METHOD):
        return None
    emission.emit_call(interp, frame, as_call(node), READ_PARTIAL_METHOD, Arguments([], {}))
    function, *args = (interp.evaluate(scope, argument) for argument in made.args)
    kwargs = {word.arg: interp.evaluate(scope, word.value) for word in made.keywords if word.arg is not None}
    if not isinstance(function, Function) or len(kwargs) != len(made.keywords):
        return UNKNOWN
    return Partial(replace(function, bound=owner), tuple(args), tuple(kwargs.items()))


_PARTIAL = "partialmethod"


def _is_gone_over(frame: Frame, node: ast.Attribute) -> bool:
    """Return whether the value is used as a list: gone over, counted or indexed."""
    parent = frame.module.parents.get(node)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _GOING_OVER and node in parent.args
    return isinstance(parent, (ast.For, ast.comprehension, ast.Subscript)) and node in (
        parent.value if isinstance(parent, ast.Subscript) else parent.iter,
    )


_GOING_OVER = frozenset("enumerate zip reversed len list tuple".split())


def _is_missing(interp: Evaluator, owner: Instance, name: str) -> bool:
    """Return whether an object surely has no such attribute, so that ``__getattr__`` is asked."""
    if any(known.startswith(aliases.ANY) for known in interp.heap.of(owner.site)):
        return False
    if has(interp, owner, name) is not False or name.startswith("__"):
        return False
    return not is_module_class(owner.cls) or not (name.startswith("_") or name in ("training", "forward"))


def _attributes_of(interp: Evaluator, owner: Instance) -> dict[str, Value]:
    """The attributes that an object has; those of a declared type are what its class's ``__init__`` sets."""
    if owner.site in interp.heap:
        return interp.heap[owner.site]
    if not owner.exact:
        generic = interp.generic(owner.cls)
        return interp.heap.of(generic.site)
    return {}


def _seen(frame: Frame, node: ast.Attribute, value: Value) -> Value:
    """An attribute as it is read: a tensor that the object holds is no fresh one.

    Objects that are made at one place share what is known of them, but not their shapes: only one attribute, read twice
    by one name in one function, is known to be of one shape and dtype.
    """
    dotted = "" if frame.in_loop() else dotted_name(node)

    def term(known: Hashable) -> Hashable:
        return ("attribute", frame.serial, dotted, known) if dotted else None

    def shape(known: Hashable) -> Hashable:
        return terms.sized(term(known)) if terms.has_dimensions(known) else term(known)

    found = []
    for option in alternatives(value):
        if isinstance(option, Tensor):
            option = replace(
                option,
                shape=() if option.shape == () else shape(option.shape),
                dtype=option.dtype if _stays(option) else term(option.dtype),
                fresh=False,
                evidence=Evidence(node, frame.module, "Tensor (attribute)", option.evidence, origin=Origin.ATTRIBUTE),
            )
        found.append(option)
    return join_all(found)


def _stays(tensor: Tensor) -> bool:
    """Return whether moving the module to another dtype surely leaves the tensor's dtype as it is known."""
    return tensor.dtype in tensor_reads.WHOLE or (tensor.array is True and isinstance(tensor.dtype, str))


def _property(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Instance, getter: FunctionInfo) -> Value:
    """Run a getter; where it breaks and gives a function, that is a dispatch."""
    is_cached = "cached_property" in getter.decorator_names
    if is_cached and _is_set(known := interp.heap.of(owner.site).get(getter.name)):
        return known
    if frame.tracing and is_cached:
        interp.emit(Cached(node, frame, interp, owner, getter.name, getter))
    before = len(frame.findings)
    value = interp.call(frame, node, Function(getter, owner), [], {})
    if is_cached:
        interp.heap[owner.site] = {**interp.heap.of(owner.site), getter.name: value}
    causes = frame.findings[before:]
    functions = [option for option in alternatives(value) if isinstance(option, Function)]
    if causes and functions:
        target = functions[0] if len(functions) == 1 and value == functions[0] else None
        interp.emit(Dispatch(node, frame, interp, owner, getter.name, target, getter, tuple(causes)))
    return value


def _is_set(value: Value | None) -> TypeGuard[Value]:
    """Return whether an attribute is there on all ways."""
    return value is not None and UNSET not in alternatives(value)


def _of_class(interp: Evaluator, frame: Frame, node: ast.AST, owner: ClassValue, name: str) -> Value:
    cls = owner.cls
    if name in ("__name__", "__qualname__"):
        return Const(cls.name)
    if (held := interp.set_on_class(cls, name)) is not None:
        return bound(interp, frame, node, owner, held)
    method = cls.find_method(name)
    if method is not None:
        if "classmethod" in method.decorator_names:
            return Function(method, owner)
        return Function(method)
    if name in ("__new__", "__subclasses__"):
        return Method(owner, name)
    if (nested := cls.find_class(name)) is not None:
        return ClassValue(nested)
    found = cls.find_attribute(name)
    if found is not None and found[1] is not None:
        if (member := enumerations.member(cls, name)) is not None:
            return member
        value = enumerations.mixed_member(cls, interp.evaluate(Frame(found[0].module), found[1]))
        if isinstance(value, Descriptor):
            return bound(interp, frame, node, owner, value)
        return registries.of_class(interp, found[0], name, value)
    return Method(owner, name) if name == "apply" and autograd.is_function(cls) else UNKNOWN


def _is_own_class(frame: Frame, node: ast.expr) -> bool:
    """Return whether a name is the ``cls`` of the ``classmethod`` that ``apply`` calls."""
    info = frame.function
    if info is None or "classmethod" not in info.decorator_names or not isinstance(node, ast.Name):
        return False
    called = frame.call.func if isinstance(frame.call, ast.Call) else None
    by_apply = isinstance(called, ast.Attribute) and called.attr == "apply"
    return by_apply and bool(info.node.args.args) and info.node.args.args[0].arg == node.id


def _of_super(interp: Evaluator, frame: Frame, node: ast.Attribute, owner: Super, name: str) -> Value:
    if frame.tracing and isinstance(owner.self, ClassValue) and autograd.is_function(owner.self.cls):
        emission.emit_call(interp, frame, as_call(node), SUPER_OF_FUNCTION, Arguments([], {}))
    known = owner.self.cls if isinstance(owner.self, (Instance, ClassValue, Tensor)) else None
    start = known or owner.cls
    method = start.find_method(name, after=owner.cls)
    if method is not None:
        if method.decorator_names & {"property", "cached_property"}:
            emission.emit_call(interp, frame, as_call(node), SUPER_PROPERTY, Arguments([], {}))
            return interp.call(frame, node, Function(method, owner.self), [], {})
        if "staticmethod" in method.decorator_names or name == "__new__":
            return Function(method)
        return Function(method, owner.self)
    if isinstance(owner.self, Tensor):
        return torch.attribute(interp, frame, node, owner.self, name)
    return Method(owner.self, f"super.{name}")


def has(interp: Evaluator, owner: Value, name: str) -> bool | None:
    """``hasattr(owner, name)``."""
    if isinstance(owner, Instance):
        known = owner.site in interp.heap
        values = interp.heap.of(owner.site) if known else None
        if values is not None and name in values:
            return None if UNSET in list(alternatives(values[name])) else True
        cls = owner.cls
        if cls.find_method(name) is not None or (
            (found := cls.find_attribute(name)) is not None and found[1] is not None
        ):
            return True
        if values is None or not owner.exact or "?" in cls.mro:
            return None
        made_here = isinstance(owner.site, tuple) and owner.site[0] == "site"
        if cls.assigners(name) and not made_here:
            return None  # another method sets it, and may have been called
        outside = [
            base for base in cls.external_bases() if base not in MODULE_BASES and not base.startswith("builtins.")
        ]
        return None if outside else False
    if isinstance(owner, Tensor):
        return True if name in interp.torch.methods or name in interp.torch.properties else None
    if isinstance(owner, External):
        return True if torch.is_there(interp, f"{owner.name}.{name}") else None
    return None


def assign_any(interp: Evaluator, owner: Value, value: Value, ends: tuple[str, str] | None = None) -> None:
    """``setattr(owner, name, value)`` with a name that is not known: modules keep their layers so.

    ``ends``: what the name begins and ends with, as far as that is known.
    """
    if not isinstance(owner, Instance) or (ends is None and not (is_module_class(owner.cls) and _is_layer(value))):
        return
    name = f"{aliases.ANY}{ends[0]}*{ends[1]}" if ends is not None else aliases.ANY
    values = interp.heap.of(owner.site)
    interp.heap[owner.site] = {**values, name: join(values[name], value) if name in values else value}


def _is_layer(value: Value) -> bool:
    return isinstance(value, (Instance, ExternalInstance, Function)) or (
        isinstance(value, SequenceValue) and bool(value.each())
    )


def by_ends(interp: Evaluator, owner: Instance, start: str, end: str) -> list[Value]:
    """What was kept under a name with these ends, or else under one that may have them."""
    kept = dict(_kept_by_ends(interp.heap.of(owner.site)))
    if (start, end) in kept:
        return [kept[start, end]]
    return [value for known, value in kept.items() if _may_be(known, (start, end))]


def _kept_by_ends(values: Mapping[str, Value]) -> Iterator[tuple[tuple[str, str], Value]]:
    for name, value in values.items():
        if name.startswith(aliases.ANY):
            start, _, end = name.removeprefix(aliases.ANY).partition("*")
            yield (start, end), value


def _may_be(known: tuple[str, str], asked: tuple[str, str]) -> bool:
    """Return whether one name may have both ends."""
    starts, ends = sorted((known[0], asked[0]), key=len), sorted((known[1], asked[1]), key=len)
    return starts[1].startswith(starts[0]) and ends[1].endswith(ends[0])


def parts(interp: Evaluator, owner: Instance, deep: bool, seen: frozenset[Hashable] = frozenset()) -> list[Value]:
    """The modules that a module holds; with ``deep``, those that they hold too."""
    if owner.site in seen:
        return []
    held = _attributes_of(interp, owner).values()
    return [part for value in held for part in modules_in(interp, value, deep, seen | {owner.site})]


def modules_in(interp: Evaluator, value: Value, deep: bool, seen: frozenset[Hashable] = frozenset()) -> list[Value]:
    """The modules that a value is or holds; with ``deep``, those that they hold too."""
    found: list[Value] = []
    for option in alternatives(value):
        for part in alternatives(option.each()) if isinstance(option, (SequenceValue, MappingValue)) else (option,):
            if isinstance(part, Instance) and is_module_class(part.cls):
                found.append(part)
                if deep:
                    found += parts(interp, part, deep, seen)
            elif isinstance(part, ExternalInstance) and part.cls.startswith("torch.nn."):
                found.append(part)
    return found


def assign(interp: Evaluator, frame: Frame, target: ast.Attribute, owner: Value, name: str, value: Value) -> None:
    """``owner.name = value``."""
    if isinstance(owner, Compiled):
        owner = owner.target  # it sets the attributes of the module that it wraps
    event = Write if frame.tracing else HostWrite
    heard = interp.listeners.to(event) and (frame.tracing or frame.module.origin == "given")
    for option in alternatives(owner):
        if heard:
            interp.emit(event(target, frame, interp, option, name, value, frame.around(target)))
    keeps = isinstance(owner, ExternalInstance) and (isinstance(value, Function) or owner.cls in NAMESPACES)
    if isinstance(owner, ExternalInstance) and keeps and owner.site is not None:
        interp.heap[owner.site] = {**interp.heap.of(owner.site), name: value}
    if isinstance(owner, (ClassValue, Function)):
        interp.set_on(owner, name, value)
    if isinstance(owner, UnionValue):
        _assign_one_of(interp, owner, name, value)
    if not isinstance(owner, Instance):
        return
    if name == "__dict__":
        _assign_all(interp, frame, target, owner, value)
        return
    before = interp.heap.of(owner.site)
    own = special_methods.call(interp, frame, target, owner, "setattr", Const(name), value) if frame.tracing else None
    if own is None or interp.heap.of(owner.site) is before:
        put(interp, frame, target, owner, name, value)


def _assign_all(interp: Evaluator, frame: Frame, target: ast.Attribute, owner: Instance, value: Value) -> None:
    """``owner.__dict__ = value``. The dictionary itself, which is stored again after a change, is there already."""
    if isinstance(value, Instance) and value.site == owner.site and mappings.is_dictionary(owner):
        mappings.as_attributes(interp, owner)
        return
    held = vars_of(interp, frame, target, owner)
    if isinstance(held, MappingValue) and not (isinstance(value, MappingValue) and value.sites == held.sites):
        changed = value if isinstance(value, MappingValue) else MappingValue((), True, UNKNOWN)
        aliases.change(interp.heap, held, changed)


def _assign_one_of(interp: Evaluator, owner: UnionValue, name: str, value: Value) -> None:
    """Set an attribute of one of several objects, of which each may keep what it has: a weak update."""
    for option in owner.alternatives:
        if isinstance(option, Instance) and option.cls.find_setter(name) is None:
            values = _attributes_of(interp, option)
            interp.heap[option.site] = {**values, name: join(values.get(name, UNSET), value)}


def put(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance, name: str, value: Value) -> None:
    """``object.__setattr__(owner, name, value)``."""
    setter = owner.cls.find_setter(name)
    if setter is not None:
        interp.call(frame, node, Function(setter, owner), [value], {})
        return
    if descriptors.write(interp, frame, node, owner, name, value):
        return
    interp.heap[owner.site] = {**_attributes_of(interp, owner), name: value}


def item(interp: Evaluator, frame: Frame, node: ast.Subscript, owner: Instance, index: Value) -> Value:
    """Indexing an object without ``__getitem__`` of its own: a model output gives its fields by name or in order."""
    values = interp.heap.of(owner.site)
    if isinstance(index, Const) and isinstance(index.value, str):
        return values.get(index.value, UNKNOWN)
    if isinstance(index, Const) and isinstance(index.value, int):
        present = positional(interp, owner)
        if present is None and index.value >= 0:
            present = _leading(interp, owner)
        if present is not None and -len(present) <= index.value < len(present):
            return present[index.value]
    return UNKNOWN


def positional(interp: Evaluator, owner: Instance) -> tuple[Value, ...] | None:
    """The items of an object that is a tuple of its fields; a model output leaves out the fields that are None."""
    if not dataclass_fields.field_names(owner.cls):
        return None
    values = interp.heap.of(owner.site)
    if "typing.NamedTuple" in owner.cls.external_bases():
        return tuple(values.values())
    leading = _leading(interp, owner)
    return leading if len(leading) == sum(value != NONE for value in values.values()) else None


def _leading(interp: Evaluator, owner: Instance) -> tuple[Value, ...]:
    """The first fields of an object that it surely has, those that are None left out."""
    present = [value for value in interp.heap.of(owner.site).values() if value != NONE]
    return tuple(itertools.takewhile(lambda value: NONE not in list(alternatives(value)), present))


_MODULE_METHODS = frozenset(
    (
        "register_buffer register_parameter add_module register_module to train eval cuda cpu float half "
        "double bfloat16 requires_grad_ compile apply parameters named_parameters modules named_modules "
        "children named_children buffers named_buffers state_dict load_state_dict zero_grad get_parameter "
        "get_submodule type share_memory _apply register_forward_hook register_forward_pre_hook "
        "register_full_backward_hook register_full_backward_pre_hook register_backward_hook "
        "register_state_dict_pre_hook register_state_dict_post_hook register_load_state_dict_pre_hook "
        "register_load_state_dict_post_hook extra_repr to_empty ipu xpu compile_repeated_blocks"
    ).split()
)
