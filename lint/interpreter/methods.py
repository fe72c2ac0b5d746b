"""Methods of Python's values and of modules: of lists, texts, dictionaries, ``nn.Module``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import HandleUse, SubmoduleRead
from fullgraph.lint.domain.externals import COMPILED_MODULE, HOOK_HANDLE
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    HIGH,
    INT,
    MEDIUM,
    NONE,
    STR,
    UNKNOWN,
    Batch,
    ClassValue,
    Compiled,
    Const,
    Evidence,
    ExternalInstance,
    Function,
    Globals,
    HookHandle,
    Instance,
    MappingValue,
    Method,
    NumpyNumber,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    copied,
    join,
    join_all,
    replace,
    tensor_part,
    usual_text,
)
from fullgraph.lint.interpreter import (
    aliases,
    attributes,
    batches,
    containers,
    dispatch,
    emission,
    enumerations,
    equality,
    exceptions,
    forward_hooks,
    module_containers,
    object_methods,
    ordering,
    parameters,
)
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.models import (
    autograd,
    distributions,
    images,
    introspection,
    named_tuples,
    numpy,
    stdlib,
    torch,
)
from fullgraph.lint.project.module_classes import BLOCKS_METHOD, is_module_class, repeated_blocks
from fullgraph.lint.torch_data import layers, takes
from fullgraph.lint.torch_data.operators import RESHAPING

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


# Methods of values that are not of a project class


def call_method(interp: Evaluator, frame: Frame, node: ast.Call, callee: Method, given: Arguments) -> Value:
    """Evaluate the call of a method by the kind of its object."""
    owner, name = callee.owner, callee.name
    if isinstance(owner, Tensor):
        return _tensor_method(interp, frame, node, owner, name, given)
    if isinstance(owner, ExternalInstance):
        return _external_method(interp, frame, node, owner, name, given)
    if isinstance(owner, Compiled):
        emission.emit_call(interp, frame, node, f"{COMPILED_MODULE}.{name}", given, HIGH, owner)
        return ExternalInstance(f"{COMPILED_MODULE}.{name}") if name == "state_dict" else UNKNOWN
    if (made := object_methods.call(interp, frame, node, owner, name.removeprefix("super."), given)) is not None:
        return made
    if isinstance(owner, Instance):
        return _module_method(interp, frame, node, owner, name, given)
    if isinstance(owner, NumpyNumber):
        return numpy.of_number_method(frame, node, owner, given)
    if isinstance(owner, HookHandle) and name == "remove":
        if frame.tracing:
            interp.emit(HandleUse(node, frame, interp, removes=True))
        forward_hooks.remove(interp, owner)
        return NONE
    if isinstance(owner, Function) and name == "__get__" and given.args:
        return replace(owner, bound=given.args[0])
    if isinstance(owner, Globals):
        return introspection.method_of_globals(interp, owner, name, given)
    if isinstance(owner, ClassValue) and name == "__subclasses__":
        return introspection.subclasses(interp, owner.cls)
    if isinstance(owner, ClassValue) and name == "apply":
        emission.emit_call(interp, frame, node, f"torch.autograd.Function.{name}", given, HIGH, owner)
        return autograd.apply(interp, frame, node, owner.cls, given)
    return _python_method(interp, frame, node, owner, name, given)


def _tensor_method(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Tensor, name: str, given: Arguments
) -> Value:
    if owner.array is False and not takes(name, None if given.rest else len(given.args), given.kwargs):
        return UNKNOWN  # a tensor's method of that name is called in another way: it is something else
    owner = parameters.confirmed(interp, owner, name)
    kind = interp.torch.methods.get(name)
    emission.emit_call(interp, frame, node, f"torch.Tensor.{name}", given, owner.confidence, owner)
    if name == "register_hook":
        return ExternalInstance(HOOK_HANDLE, evidence=emission.because(frame, node, "the handle of its hook", owner))
    if kind is None:
        return numpy.of_method(frame, node, name, owner, given)
    result = torch.call_result(interp, frame, node, name, kind, given.args, given.kwargs, owner)
    result = numpy.of_method(frame, node, name, owner, given, result)
    if name in RESHAPING and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        containers.store(interp, frame, node.func.value, result)
    return result


def _external_method(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: ExternalInstance, name: str, given: Arguments
) -> Value:
    """Evaluate a method of an object of a library's class."""
    emission.emit_call(interp, frame, node, f"{owner.cls}.{name}", given, owner.confidence, owner)
    if name == "compile" and owner.cls.startswith(("torch.nn.", "torch.distributed.fsdp.")):
        emission.emit_compile(interp, frame, node, owner, given.kwargs, "method", bool(given.rest))
        return NONE
    if (handle := forward_hooks.register(interp, frame, node, owner, name, given)) is not None:
        return handle
    called = f"{owner.cls}.{name}"
    model = stdlib.MODELS.get(called) or images.MODELS.get(called)
    if model is not None:
        return model(interp, frame, node, Arguments([owner, *given.args], given.kwargs, given.rest))
    if (drawn := distributions.of_method(interp, frame, node, owner, name, given)) is not None:
        return drawn
    if owner.cls.startswith("numpy.random.") and not frame.tracing:
        return numpy.of_call(frame, node, f"{owner.cls}.{name}", given)
    of_torch = owner.cls.startswith("torch.nn.")
    if (of_torch or owner.cls in interp.torch.modules) and name == "forward":
        return torch.call_external_instance(interp, frame, node, owner, given)
    if of_torch and name in ("to", "cuda", "cpu", "eval", "train", "half", "float", "requires_grad_"):
        return owner
    if of_torch and name == "state_dict":
        return MappingValue((), True, _tensor_of_module(frame, node, name))
    if of_torch and name in _OF_TENSORS:
        kind = owner.cls.rpartition(".")[2]
        has_some = layers.has_statistics(kind) if name.endswith("buffers") else layers.has_parameters(kind)
        return _tensors_of_module(frame, node, name) if has_some else SequenceValue("list", ())
    return UNKNOWN


def _python_method(interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, name: str, given: Arguments) -> Value:
    """Evaluate a method of Python's own types."""
    if enumerations.is_text(owner):
        emission.emit_call(interp, frame, node, f"enum.StrEnum.{name}", given, HIGH, owner)
    if isinstance(owner, Const) and isinstance(owner.value, str):
        if name == "format":
            emission.emit_call(interp, frame, node, "builtins.str.format", given, HIGH, owner)
        return _string_method(owner.value, name, given)
    if (isinstance(owner, Const) and isinstance(owner.value, bytes)) or owner == BYTES:
        emission.emit_call(interp, frame, node, f"builtins.bytes.{name}", given, HIGH, owner)
        return BYTES if name in _TEXTS else UNKNOWN
    if isinstance(owner, Scalar) and name not in _TOLD["list"]:
        # Of any number: whether it is an int is not always known.
        emission.emit_call(interp, frame, node, f"builtins.float.{name}", given, owner.confidence, owner)
        return UNKNOWN
    if isinstance(owner, Scalar):  # of `t.tolist()`, whose items are lists where the tensor has more dimensions
        owner = SequenceValue("list", None, owner)
    if isinstance(owner, MappingValue):
        if name in _TOLD["dict"]:
            emission.emit_call(interp, frame, node, f"builtins.dict.{name}", given, HIGH, owner)
        return _tensors_of_module(frame, node, name) if name in _OF_TENSORS else _mapping_method(owner, name, given)
    if isinstance(owner, Batch):
        return batches.method(frame, node, owner, name, given)
    if isinstance(owner, PyValue) and owner.kind == "size":
        return INT if name in ("numel", "count", "index") else UNKNOWN
    if isinstance(owner, PyValue) and owner.kind == "str":
        usual = usual_text(_string_method(owner.usual, name, given)) if owner.usual is not None else None
        return _text_method(name) if usual is None else PyValue("str", usual=usual)
    if isinstance(owner, SequenceValue):
        if (of_fields := named_tuples.method(owner, name, given)) is not None:
            return of_fields
        kind = "list" if owner.kind == "ModuleList" else owner.kind
        if name in _TOLD.get(kind, ()):
            where = "collections" if kind == "deque" else "builtins"
            emission.emit_call(interp, frame, node, f"{where}.{kind}.{name}", given, HIGH, owner)
        if name in ("index", "remove") and given.args:
            held = (owner.each(),) if owner.items is None else owner.items
            equality.among(interp, frame, node, given.args[0], held)
        if name == "count" and owner.items is not None and given.args:
            return equality.count(interp, frame, node, given.args[0], owner.items)
        if name == "sort" and owner.kind == "list":
            ordering.order(interp, frame, node, ordering.items_of(owner), given.kwargs.get("key", NONE))
        if name in ("modules", "named_modules"):
            return _listed(join_all(attributes.modules_in(interp, owner, deep=True)), name)
        return _tensors_of_module(frame, node, name) if name in _OF_TENSORS else _sequence_method(owner, name)
    return UNKNOWN


_TOLD = {
    "list": ("append", "extend", "insert", "pop", "remove", "index", "count", "sort", "reverse", "clear"),
    "tuple": ("index", "count"),
    "set": ("add",),
    "deque": ("append", "appendleft", "extend", "extendleft", "rotate"),
    "dict": ("get", "pop", "setdefault"),
}
"""The methods of Python's containers that rules know something of."""


def _sequence_method(owner: SequenceValue, name: str) -> Value:
    if name in ("pop", "popleft"):
        return owner.each()
    if name in ("children", "named_children"):  # of a ModuleList or Sequential
        whole = owner.items is not None and len(owner.items) <= 16
        items = owner.items if whole and owner.items is not None else None
        if name == "children":
            return SequenceValue("list", items, owner.each())
        pairs = (
            None if items is None else tuple(SequenceValue("tuple", (Const(str(i)), v)) for i, v in enumerate(items))
        )
        return SequenceValue("list", pairs, SequenceValue("tuple", (STR, owner.each())))
    if name == "copy":
        return copied(owner)
    if name == "__iter__":
        return owner
    return INT if name in ("index", "count") else UNKNOWN


def _string_method(text: str, name: str, given: Arguments) -> Value:
    first = given.get(0)
    if name == "join" and first is not None:
        parts = None
        if isinstance(first, MappingValue) and not first.open:
            parts = [key for key, _ in first.items]
        elif isinstance(first, SequenceValue):
            parts = list(first.items) if first.items is not None else None
        if parts is not None and all(isinstance(part, Const) and isinstance(part.value, str) for part in parts):
            return Const(text.join(part.value for part in parts if isinstance(part, Const)))
        return STR
    words = [value.value for value in given.args if isinstance(value, Const) and isinstance(value.value, str)]
    if len(words) == len(given.args) and not given.kwargs and not given.rest:
        if name in (
            "lower",
            "upper",
            "strip",
            "lstrip",
            "rstrip",
            "title",
            "capitalize",
            "removeprefix",
            "removesuffix",
        ):
            method = getattr(text, name)
            try:
                return Const(method(*words))
            except TypeError:
                return UNKNOWN
        if name in ("startswith", "endswith") and len(words) == 1:
            return Const(getattr(text, name)(words[0]))
        if name == "split" and len(words) <= 1 and (not words or words[0]):
            pieces = text.split(words[0]) if words else text.split()
            return SequenceValue("list", tuple(Const(piece) for piece in pieces), constant=True)
        if name == "replace" and len(words) == 2 and len(text) < 1000 and len(words[1]) < 100:
            return Const(text.replace(words[0], words[1]))
    return _text_method(name)


def _text_method(name: str) -> Value:
    """What a method of a text gives where the text is not known."""
    if name in _PIECES:
        return SequenceValue("list", None, STR, constant=True)
    if name == "encode":
        return BYTES
    return STR if name in _TEXTS else UNKNOWN


BYTES = PyValue("bytes")
_PIECES = frozenset("split rsplit splitlines".split())
_TEXTS = frozenset(
    (
        "capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix removesuffix "
        "replace rjust rstrip strip swapcase title translate upper zfill"
    ).split()
)
"""The methods of texts that give lists of texts, and texts."""


def _mapping_method(owner: MappingValue, name: str, given: Arguments) -> Value:
    if name == "get":
        key = given.get(0)
        default = given.get(1) or NONE
        found = owner.get(key) if key is not None else None
        if found is not None:
            return join(found, default) if key in owner.maybe else found
        if isinstance(key, Const):
            return join(owner.element, default) if owner.open else default
        return join(containers.unsure(owner.each()) if owner.items else owner.each(), default)
    if name == "setdefault" and len(given.args) == 2:
        key, default = given.args
        return containers.with_default(owner, key, default).get(key) or join(owner.each(), default)
    if name == "popitem":
        pair = owner.items[0] if len(owner.items) == 1 and not _varies(owner) else (UNKNOWN, owner.each())
        return SequenceValue("tuple", pair)
    if name == "keys":
        return SequenceValue("list", None if _varies(owner) else tuple(key for key, _ in owner.items))
    if name == "values":
        return SequenceValue("list", None if _varies(owner) else tuple(value for _, value in owner.items), owner.each())
    if name == "items":
        if _varies(owner):
            pairs = [*owner.items, (UNKNOWN, owner.element)] if owner.open else owner.items
            return SequenceValue("list", None, join_all([SequenceValue("tuple", pair) for pair in pairs]))
        return SequenceValue("list", tuple(SequenceValue("tuple", pair) for pair in owner.items))
    if name == "pop":
        key = given.get(0)
        found = owner.get(key) if key is not None else None
        rest = given.get(1)
        if found is not None:
            return join(found, rest) if key in owner.maybe and rest is not None else found
        if isinstance(key, Const):
            others = [owner.element] if owner.open else []
            return join_all([*others, *([rest] if rest is not None else [])])
        return join(owner.each(), rest) if rest is not None else owner.each()
    if name == "copy":
        return copied(owner)
    return UNKNOWN


def _varies(owner: MappingValue) -> bool:
    """Return whether it is not known which keys a dictionary has."""
    return owner.open or bool(owner.maybe)


def note_change(interp: Evaluator, frame: Frame, node: ast.Call, callee: Value, given: Arguments) -> None:
    """``xs.append(x)`` and its like change what the variable holds."""
    func = node.func
    place = func.value if isinstance(func, ast.Attribute) else None
    if isinstance(callee, Method):
        owner, name = aliases.current(interp.heap, callee.owner), callee.name
    elif isinstance(func, ast.Attribute) and isinstance(place, (ast.Name, ast.Attribute, ast.Subscript)):
        with interp.muted(frame):
            owner, name = interp.evaluate(frame, place), func.attr
    else:
        return
    if isinstance(place, ast.Name) and _is_unknown_global(frame, place.id, owner):
        owner = interp.literal(frame.module, place.id) or owner
    options = alternatives(owner)
    changes = [_changed(interp, frame, node, option, name, given) for option in options]
    if all(changed is option for changed, option in zip(changes, options, strict=True)):
        return
    changed = aliases.change_one(interp.heap, options, changes)
    if isinstance(place, (ast.Name, ast.Attribute)):
        containers.store(interp, frame, place, changed)


def _is_unknown_global(frame: Frame, name: str, owner: Value) -> bool:
    """Return whether it is a global list, of which nothing was followed that was put in: it may hold anything."""
    scope: Frame | None = frame
    while scope is not None:
        if name in scope.env:
            return False
        scope = scope.closure
    is_open = isinstance(owner, SequenceValue) and owner.items is None and UNKNOWN in alternatives(owner.element)
    return frame.tracing and is_open


def _changed(interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, name: str, given: Arguments) -> Value:
    """What a method makes of the container that it is called on."""
    if name in aliases.REMOVING:
        again = frame.in_loop()
        return containers.without(owner, name, given.get(0), again) if aliases.is_container(owner) else owner
    if name in _ORDERING:
        if not isinstance(owner, SequenceValue) or owner.items is None:
            return owner
        if name == "reverse" and not frame.in_loop():
            return replace(owner, items=owner.items[::-1])
        return replace(owner, items=None, element=owner.each())
    if isinstance(owner, SequenceValue):
        added = given.args[-1] if given.args else UNKNOWN
        if name in ("extend", "extendleft") and given.args:
            added = containers.iterate(interp, frame, node, added)
        single = name in aliases.ADDING and not frame.in_loop()
        bound = owner.bound and owner.bound.added(node if frame.tracing else None, single)
        one = name in ("append", "add_module") and owner.kind != "deque" and not frame.in_loop()
        if one and owner.items is not None and len(owner.items) < 16:
            return replace(owner, items=(*owner.items, added), constant=False)
        each = added if owner.items == () else join(owner.each(), added)
        return SequenceValue(owner.kind, None, each, bound=bound)
    if isinstance(owner, MappingValue) and name == "update":
        return containers.updated(owner, given)
    if isinstance(owner, MappingValue) and name == "setdefault" and len(given.args) == 2:
        return containers.with_default(owner, *given.args)
    return owner


_ORDERING = frozenset("reverse rotate sort".split())


_GIVES_ITSELF = frozenset("to train eval cuda cpu float half double bfloat16 requires_grad_ apply to_empty".split())
"""The methods of ``nn.Module`` that return the module."""


def _walk(interp: Evaluator, frame: Frame, node: ast.Call, parts: list[Value]) -> None:
    """Tell the rules of the modules that a generator goes over: all, or with ``next`` the first one."""
    if not frame.tracing:
        return
    call = frame.module.parents.get(node)
    first = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "next"
    for part in parts[:1] if first else parts:
        if isinstance(part, (ExternalInstance, Instance)):
            interp.emit(SubmoduleRead(node, frame, interp, part, walked=True))


def _module_method(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Instance, name: str, given: Arguments
) -> Value:
    """Evaluate a method that a project's module inherits from ``nn.Module``."""
    bare = name.removeprefix("super.")
    if is_module_class(owner.cls):
        emission.emit_call(interp, frame, node, f"torch.nn.Module.{bare}", given, HIGH, owner)
    elif name == "super.__init__" and exceptions.is_exception(owner.cls):
        emission.emit_call(interp, frame, node, "builtins.super.BaseException.__init__", given, HIGH, owner)
    if (distribution := distributions.base_of(owner.cls)) is not None:
        emission.emit_call(interp, frame, node, f"{distribution}.{bare}", given, HIGH, owner)
        return distributions.of_method(interp, frame, node, ExternalInstance(distribution), bare, given) or UNKNOWN
    if (handle := forward_hooks.register(interp, frame, node, owner, bare, given)) is not None:
        return handle
    if bare == "__init__":
        module_containers.fill(interp, frame, node, owner, given)
    if bare == "append" and given.args:
        module_containers.add(interp, owner, given.args[-1], given.args[0])
    elif bare in ("add_module", "register_module") and (added := given.get(1, "module")) is not None:
        module_containers.add(interp, owner, added, given.get(0, "name") or UNKNOWN)
    modules = module_containers.held(interp, owner)
    if modules is not None and bare in ("items", "keys", "values"):
        return call_method(interp, frame, node, Method(modules, bare), given)
    if bare in ("register_buffer", "register_parameter", "add_module", "register_module"):
        registered = _register(interp, frame, node, owner, bare, given)
        if registered is not None:
            return registered
    if bare in ("children", "modules", "named_children", "named_modules"):
        deep = bare.endswith("modules")
        held = attributes.parts(interp, owner, deep)
        _walk(interp, frame, node, held)
        return _listed(join_all([owner, *held] if deep else held), bare)
    if bare == "state_dict":
        return MappingValue((), True, _tensor_of_module(frame, node, "state_dict"))
    if bare in _OF_TENSORS:
        _walk(interp, frame, node, attributes.parts(interp, owner, deep=True))
        return _tensors_of_module(frame, node, bare)
    if bare in _CHANGING and frame.tracing:
        _walk(interp, frame, node, attributes.parts(interp, owner, deep=True))
    if bare == "compile":
        emission.emit_compile(interp, frame, node, owner, given.kwargs, "method", bool(given.rest))
        if interp.hooks.on_compile is not None and not frame.tracing:
            interp.hooks.on_compile(frame, node, owner, given.kwargs)
            return NONE
    if bare == BLOCKS_METHOD and interp.hooks.on_compile is not None and not frame.tracing:
        names = repeated_blocks(owner.cls)
        parts = dict.fromkeys(attributes.parts(interp, owner, deep=True))
        blocks: list[Value] = [part for part in parts if isinstance(part, Instance) and part.cls.name in names]
        for block in blocks or [UNKNOWN]:
            interp.hooks.on_compile(frame, node, block, given.kwargs)
        return NONE
    if bare == "get" and len(given.args) == 2:  # of a mapping class
        return join(given.args[1], UNKNOWN)
    if bare in ("__call__", "_call_impl"):  # where the class has a `__call__` of its own: that of its base
        return call_forward(interp, frame, node, owner, given)
    return owner if bare in _GIVES_ITSELF else UNKNOWN


def _register(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Instance, method: str, given: Arguments
) -> Value | None:
    """Set what a module registers by name; None where the name of a tensor is not known."""
    key = given.get(0, "name")
    value = given.get(1, "tensor") or given.get(1, "param") or given.get(1, "module") or UNKNOWN
    keys = [option.value for option in alternatives(key or UNKNOWN) if isinstance(option, Const)]
    are_known = len(keys) == len(alternatives(key or UNKNOWN))
    written = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "name")]
    ends = dispatch.ends_of(frame, written[0]) if not are_known and written else None
    if method in _REGISTERED:
        if not are_known and ends is None:
            return None
        if value != NONE:
            value = _registered(frame, node, owner, method, str(keys[0]) if are_known else "", value)
    if not are_known:
        attributes.assign_any(interp, owner, value, ends)
        return NONE
    values = interp.heap.of(owner.site)
    named = {str(name): value if len(keys) == 1 else join(values.get(str(name), value), value) for name in keys}
    interp.heap[owner.site] = {**values, **named}
    return NONE


def _registered(frame: Frame, node: ast.Call, owner: Instance, method: str, name: str, value: Value) -> Value:
    """A tensor as a buffer or parameter."""
    known = tensor_part(value)
    what, origin = _REGISTERED[method]
    evidence = Evidence(node, frame.module, what, known.evidence if known is not None else None, origin=origin)
    if known is None:
        return Tensor(sources=frozenset([(owner.site, name)]), evidence=evidence)
    options = alternatives(value)
    return join_all(replace(option, evidence=evidence) if option is known else option for option in options)


_REGISTERED = {
    "register_buffer": ("Tensor (a registered buffer)", Origin.BUFFER),
    "register_parameter": ("Tensor (a registered parameter)", Origin.PARAMETER),
}


_CHANGING = frozenset("eval train zero_grad apply to float half double bfloat16 cpu cuda type".split())
"""The methods of ``nn.Module`` that change a module with all of its parts."""
_OF_TENSORS = frozenset("parameters buffers named_parameters named_buffers".split())
"""The methods of ``nn.Module`` that give its tensors."""


def _tensors_of_module(frame: Frame, node: ast.Call, method: str) -> Value:
    return _listed(_tensor_of_module(frame, node, method), method)


def _tensor_of_module(frame: Frame, node: ast.Call, method: str) -> Tensor:
    note = "Tensor (a parameter or buffer)"
    evidence = Evidence(node, frame.module, note, origin=Origin.PARAMETER_OR_BUFFER)
    # A layer writes to its buffers when it is called, which no proof of a fix knows of.
    return Tensor(confidence=HIGH if method.endswith("parameters") else MEDIUM, evidence=evidence)


def _listed(part: Value, method: str) -> Value:
    """Return a list of parts, with their names where the method gives those too."""
    return SequenceValue("list", None, SequenceValue("tuple", (STR, part)) if method.startswith("named_") else part)


def call_forward(interp: Evaluator, frame: Frame, node: ast.AST, callee: Instance, given: Arguments) -> Value:
    """Return what ``torch.nn.Module.__call__`` calls."""
    overridden = interp.heap.of(callee.site).get("forward")
    if isinstance(overridden, (Function, Compiled)) and isinstance(node, ast.Call):
        if isinstance(overridden, Function):
            interp.parameters.entry_points.add(overridden.info)  # it is called as a forward is
        return interp.call_value(frame, node, overridden, given)
    own = interp.set_on_class(callee.cls, "forward")
    method = own.info if isinstance(own, Function) else callee.cls.find_method("forward")
    if method is None:
        modules = module_containers.held(interp, callee)
        if modules is None or not isinstance(node, ast.Call):
            return UNKNOWN
        return interp.call_value(frame, node, modules, given)
    if not given.rest and parameters.lacks(method, 1 + len(given.args), given.kwargs):
        return UNKNOWN  # it is another object that is called so
    function = replace(own, bound=callee) if isinstance(own, Function) else Function(method, callee)
    return forward_hooks.around(
        interp,
        frame,
        node,
        callee,
        given,
        lambda given: interp.call(frame, node, function, given.args, given.kwargs, given.rest),
    )
