"""What calling a value gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeGuard

from fullgraph.lint import varying
from fullgraph.lint.events import UNKNOWN_OWNER, Call, Compile, HostCall, Run
from fullgraph.lint.interpreter import (
    attributes,
    autograd,
    expressions,
    host,
    lengths,
    narrowing,
    numpy_model,
    parameters,
    reading,
    torch_model,
)
from fullgraph.lint.interpreter.frame import Frame
from fullgraph.lint.project import dotted_name
from fullgraph.lint.values import (
    BOOL,
    FALSE,
    HIGH,
    INT,
    LOW,
    MEDIUM,
    NONE,
    STR,
    UNKNOWN,
    AnyOf,
    ClassValue,
    Compiled,
    Const,
    Counted,
    Evidence,
    External,
    ExternalInstance,
    Function,
    Instance,
    Mapping,
    Method,
    Partial,
    Py,
    Scalar,
    Sequence,
    Super,
    Tensor,
    Value,
    is_number,
    is_whole,
    join,
    join_all,
    options,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.rules.torch_data import resolve

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.machine import Interpreter


class Decoration(ast.Call):
    """The call that ``@decorator`` stands for."""


@dataclass
class Arguments:
    """The evaluated arguments of a call; ``open`` where ``*args`` or ``**kwargs`` may add others."""

    args: list[Value]
    kwargs: dict[str, Value]
    open: bool = False
    rest: Value | None = None
    """What the items of ``*args`` can be, where they are not known one by one."""

    def get(self, position: int, name: str = "") -> Value | None:
        if position < len(self.args):
            return self.args[position]
        return self.kwargs.get(name)


def evaluate_call(machine: Interpreter, frame: Frame, node: ast.Call) -> Value:
    callee = expressions.evaluate(machine, frame, node.func)
    if isinstance(callee, External) and callee.name == "builtins.super":
        return _super(frame, node)
    given = _arguments(machine, frame, node)
    result = call_value(machine, frame, node, callee, given)
    if isinstance(node.func, ast.Attribute) and any(type(option) is Value for option in options(callee)):
        _tell(machine, frame, node, f"{UNKNOWN_OWNER}{node.func.attr}", given, MEDIUM, UNKNOWN)
    if result is UNKNOWN or isinstance(callee, Method):
        _note_list_change(machine, frame, node, given)
    return result


def call_value(machine: Interpreter, frame: Frame, node: ast.Call, callee: Value, given: Arguments) -> Value:
    """``callee(*given)``."""
    if isinstance(callee, AnyOf):
        before = machine.save(frame)
        results, ends = [], []
        for option in callee.options:
            if option == NONE:
                continue
            machine.restore(frame, before)
            results.append(call_value(machine, frame, node, option, given))
            ends.append(machine.save(frame))
        if ends:
            machine.merge(frame, ends)
        return join_all(results)
    if isinstance(callee, Function):
        if not frame.tracing and not callee.plain and (decorator := _compiling(callee)) is not None:
            machine.emit(Run(node, frame, machine, _dynamic(decorator)))
            args, kwargs = _counted(frame, node, given)
            counted = any(isinstance(value, Counted) for value in (*args, *kwargs.values()))
            if counted and machine.on_compiled is not None:
                machine.on_compiled(None, callee, args, kwargs)
        return machine.call(frame, node, callee, given.args, given.kwargs, given.open)
    if isinstance(callee, ClassValue):
        return _construct(machine, frame, node, callee, given)
    if isinstance(callee, Instance):
        return call_instance(machine, frame, node, callee, given)
    if isinstance(callee, Partial):
        merged = Arguments([*callee.args, *given.args], {**dict(callee.kwargs), **given.kwargs}, given.open)
        return call_value(machine, frame, node, callee.func, merged)
    if isinstance(callee, Compiled):
        if frame.tracing:
            return call_value(machine, frame, node, callee.target, given)
        machine.emit(Run(node, frame, machine, callee.dynamic))
        if machine.on_compiled is not None:
            args, kwargs = _counted(frame, node, given)
            if given.open:
                kwargs["**"] = UNKNOWN
            machine.on_compiled(callee.root, callee.target, args, kwargs)
        return call_value(machine, frame, node, callee.target, given)
    if isinstance(callee, Method):
        return _call_method(machine, frame, node, callee, given)
    if isinstance(callee, External):
        return _call_external(machine, frame, node, callee.name, given)
    if isinstance(callee, ExternalInstance):
        return _call_external_instance(machine, frame, node, callee, given)
    if isinstance(callee, Sequence) and callee.kind == "sequential":
        return _call_sequential(machine, frame, node, callee, given)
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

    def told(value: Value, expr: ast.expr) -> Value:
        if not is_number(value) or not varying.counted(expr, frame.module):
            return value
        return Counted(
            "int" if is_whole(value) else "float", evidence=Evidence(expr, frame.module, "counted by the loop")
        )

    args, kwargs = [*given.args], dict(given.kwargs)
    if not any(isinstance(argument, ast.Starred) for argument in node.args) and len(args) == len(node.args):
        args = [told(value, expr) for value, expr in zip(args, node.args, strict=True)]
    for keyword in node.keywords:
        if keyword.arg in kwargs:
            kwargs[keyword.arg] = told(kwargs[keyword.arg], keyword.value)
    return args, kwargs


def call_instance(machine: Interpreter, frame: Frame, node: ast.AST, callee: Instance, given: Arguments) -> Value:
    """``object(...)``: a module's forward, else ``__call__``."""
    method = callee.cls.find_method("__call__")
    if method is None or attributes.is_module_class(callee.cls):
        own = callee.cls.find_method("forward")
        overridden = machine.heap.of(callee.site).get("forward")
        if isinstance(overridden, (Function, Compiled)) and isinstance(node, ast.Call):
            return call_value(machine, frame, node, overridden, given)
        method = own or method
    if method is None:
        return UNKNOWN
    if method.name == "forward" and not given.open and parameters.lacks(method, 1 + len(given.args), given.kwargs):
        return UNKNOWN  # it is another object that is called so
    run_hooks(machine, frame, node, callee)
    return machine.call(frame, node, Function(method, callee), given.args, given.kwargs, given.open)


def _arguments(machine: Interpreter, frame: Frame, node: ast.Call) -> Arguments:
    given = Arguments([], {})
    for argument in node.args:
        value = expressions.evaluate(machine, frame, argument)
        if isinstance(argument, ast.Starred):
            if isinstance(value, Sequence) and value.items is not None:
                given.args.extend(value.items)
            else:
                given.open = True
                given.rest = join_all(
                    [*filter(None, [given.rest]), expressions.iterate(machine, frame, argument, value)]
                )
        elif not given.open:
            given.args.append(value)
    for keyword in node.keywords:
        value = expressions.evaluate(machine, frame, keyword.value)
        if keyword.arg is not None:
            given.kwargs[keyword.arg] = value
        elif isinstance(value, Mapping):
            for key, item in value.items:
                if isinstance(key, Const) and isinstance(key.value, str):
                    given.kwargs[key.value] = item
            given.open |= value.open
        else:
            given.open = True
    return given


def _super(frame: Frame, node: ast.Call) -> Value:
    scope: Frame | None = frame
    while scope is not None and (scope.function is None or scope.function.owner is None):
        scope = scope.closure
    if scope is None or scope.function is None or scope.function.owner is None or scope.owner is None:
        return UNKNOWN
    return Super(scope.function.owner, scope.owner)


def is_super_init(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether it is ``super().__init__(...)``, in the long form too."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "__init__":
        return False
    owner = node.func.value
    return isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super"


def _construct(machine: Interpreter, frame: Frame, node: ast.Call, callee: ClassValue, given: Arguments) -> Value:
    cls = callee.cls
    bases = cls.external_bases()
    if any(base in ("enum.Enum", "enum.IntEnum", "enum.StrEnum") for base in bases):
        return Py("object")
    if autograd.is_function(cls):
        return callee
    return machine.make(frame, node, cls, given.args, given.kwargs, given.open)


def enter(machine: Interpreter, frame: Frame, node: ast.expr, value: Value) -> Value:
    """What ``with value as`` binds."""
    if isinstance(value, Instance):
        method = value.cls.find_method("__enter__")
        leave = value.cls.find_method("__exit__")
        if method is None:
            return UNKNOWN
        entered = machine.call(frame, node, Function(method, value), [], {})
        if leave is not None:
            machine.call(frame, node, Function(leave, value), [NONE, NONE, NONE], {})
        return entered
    if isinstance(value, Sequence) and value.kind == "generator":
        return value.each()
    if isinstance(value, ExternalInstance) and value.cls not in host.UNTRACED:
        return value
    return UNKNOWN


def _call_sequential(machine: Interpreter, frame: Frame, node: ast.Call, callee: Sequence, given: Arguments) -> Value:
    value = given.args[0] if given.args else UNKNOWN
    if callee.items is not None:
        for layer in callee.items:
            value = call_value(machine, frame, node, layer, Arguments([value], {}))
        return value
    layers = list(options(callee.each()))
    for _ in range(2 if len(layers) > 1 else 1):  # any of them, after any of them
        value = join_all(call_value(machine, frame, node, layer, Arguments([value], {})) for layer in layers)
    return value


# Methods of values that are not of a project class


def _call_method(machine: Interpreter, frame: Frame, node: ast.Call, callee: Method, given: Arguments) -> Value:
    owner, name = callee.owner, callee.name
    if isinstance(owner, Tensor):
        owner = parameters.confirmed(machine, owner, name)
        kind = machine.torch.methods.get(name)
        _tell(machine, frame, node, f"torch.Tensor.{name}", given, owner.confidence, owner)
        if kind is None:
            return numpy_model.of_method(frame, node, name, owner, UNKNOWN)
        result = torch_model.call_result(machine, frame, node, name, kind, given.args, given.kwargs, owner)
        result = numpy_model.of_method(frame, node, name, owner, result)
        if (
            name in torch_model.RESHAPING
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            expressions.store(machine, frame, node.func.value, result)
        return result
    if name in ("register_forward_hook", "register_forward_pre_hook") and given.args and frame.owner is not None:
        _note_hook(machine, frame.owner, given.args[0])
    if isinstance(owner, ExternalInstance):
        _tell(machine, frame, node, f"{owner.cls}.{name}", given, owner.confidence, owner)
        if name == "compile" and owner.cls.startswith(("torch.nn.", "torch.distributed.fsdp.")):
            _tell_compile(machine, frame, node, owner, given.kwargs, "method", given.open)
            return NONE
        model = host.MODELS.get(f"{owner.cls}.{name}")
        if model is not None:
            return model(machine, frame, node, Arguments([owner, *given.args], given.kwargs, given.open))
        if (owner.cls.startswith("torch.nn.") or owner.cls in machine.torch.modules) and name == "forward":
            return _call_external_instance(machine, frame, node, owner, given)
        if name in ("to", "cuda", "cpu", "eval", "train", "half", "float", "requires_grad_") and owner.cls.startswith(
            "torch.nn."
        ):
            return owner
        return UNKNOWN
    if isinstance(owner, Compiled):
        _tell(machine, frame, node, f"{COMPILED_MODULE}.{name}", given, HIGH, owner)
        return ExternalInstance(f"{COMPILED_MODULE}.{name}") if name == "state_dict" else UNKNOWN
    if isinstance(owner, Instance):
        return _module_method(machine, frame, node, owner, name, given)
    if isinstance(owner, ClassValue) and name == "apply":
        _tell(machine, frame, node, f"torch.autograd.Function.{name}", given, HIGH, owner)
        return autograd.apply(machine, frame, node, owner.cls, given)
    if isinstance(owner, Const) and isinstance(owner.value, str):
        if name == "format":
            _tell(machine, frame, node, "builtins.str.format", given, HIGH, owner)
        return _string_method(owner.value, name, given)
    if isinstance(owner, Mapping):
        return _mapping_method(owner, name, given)
    if isinstance(owner, Py):
        if owner.kind == "size":
            return INT if name in ("numel", "count", "index") else UNKNOWN
        if owner.kind == "str":
            return STR if name not in ("split", "startswith", "endswith", "isdigit") else UNKNOWN
    if isinstance(owner, Sequence):
        if owner.kind in ("list", "set") and name in _GROWING:
            _tell(machine, frame, node, f"builtins.{owner.kind}.{name}", given, HIGH, owner)
        return _sequence_method(owner, name)
    return UNKNOWN


_GROWING = ("append", "extend", "insert", "add")
"""Methods by which a list or set gets longer."""


def _sequence_method(owner: Sequence, name: str) -> Value:
    if name == "pop":
        return owner.each()
    if name in ("children", "named_children"):  # of a ModuleList or Sequential
        whole = owner.items is not None and len(owner.items) <= 16
        items = owner.items if whole and owner.items is not None else None
        if name == "children":
            return Sequence("list", items, owner.each())
        pairs = None if items is None else tuple(Sequence("tuple", (Const(str(i)), v)) for i, v in enumerate(items))
        return Sequence("list", pairs, Sequence("tuple", (STR, owner.each())))
    if name in ("copy", "__iter__"):
        return owner
    return INT if name in ("index", "count") else UNKNOWN


def _string_method(text: str, name: str, given: Arguments) -> Value:
    first = given.get(0)
    if name == "join" and first is not None:
        parts = None
        if isinstance(first, Mapping) and not first.open:
            parts = [key for key, _ in first.items]
        elif isinstance(first, Sequence):
            parts = list(first.items) if first.items is not None else None
        if parts is not None and all(isinstance(part, Const) and isinstance(part.value, str) for part in parts):
            return Const(text.join(part.value for part in parts if isinstance(part, Const)))
        return STR
    words = [value.value for value in given.args if isinstance(value, Const) and isinstance(value.value, str)]
    if len(words) == len(given.args) and not given.kwargs and not given.open:
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
            return Sequence("list", tuple(Const(piece) for piece in pieces))
        if name == "replace" and len(words) == 2 and len(text) < 1000 and len(words[1]) < 100:
            return Const(text.replace(words[0], words[1]))
    return STR if name in ("format", "replace", "lower", "upper", "strip") else UNKNOWN


def _mapping_method(owner: Mapping, name: str, given: Arguments) -> Value:
    if name == "get":
        key = given.get(0)
        default = given.get(1) or NONE
        found = owner.get(key) if key is not None else None
        if found is not None:
            return join(found, default) if key in owner.maybe else found
        if isinstance(key, Const):
            return join(owner.element, default) if owner.open else default
        return join(expressions.unsure(owner.each()) if owner.items else owner.each(), default)
    if name == "keys":
        return Sequence("list", None if owner.open else tuple(key for key, _ in owner.items))
    if name == "values":
        return Sequence("list", None if owner.open else tuple(value for _, value in owner.items), owner.each())
    if name == "items":
        if owner.open:
            return Sequence("list", None, Sequence("tuple", (UNKNOWN, owner.each())))
        return Sequence("list", tuple(Sequence("tuple", pair) for pair in owner.items))
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
        return owner
    return UNKNOWN


def _note_list_change(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> None:
    """``xs.append(x)`` and its like change what the variable holds."""
    func = node.func
    if not isinstance(func, ast.Attribute) or func.attr not in ("append", "extend", "insert", "add", "update"):
        return
    if not isinstance(func.value, (ast.Name, ast.Attribute)):
        return
    with machine.muted(frame):
        owner = expressions.evaluate(machine, frame, func.value)
    changed: Value = owner
    if isinstance(owner, Sequence):
        added = given.args[-1] if given.args else UNKNOWN
        if func.attr == "extend" and given.args:
            added = expressions.iterate(machine, frame, node, added)
        if func.attr == "append" and owner.items is not None and len(owner.items) < 16 and not frame.in_loop():
            changed = replace(owner, items=(*owner.items, added))
        elif owner.items == ():
            changed = Sequence(owner.kind, None, added)
        else:
            changed = Sequence(owner.kind, None, join(owner.each(), added))
    elif isinstance(owner, Mapping) and func.attr == "update":
        changed = _updated(owner, given)
    if changed is not owner:
        expressions.store(machine, frame, func.value, changed)


def _updated(owner: Mapping, given: Arguments) -> Mapping:
    """``owner.update(...)``."""
    items = dict(owner.items)
    others = [owner.element] if owner.open else []
    is_open = owner.open or given.open
    for value in given.args:
        if isinstance(value, Mapping):
            items.update(value.items)
            others += [value.element] if value.open else []
            is_open |= value.open
        else:
            others.append(UNKNOWN)
            is_open = True
    items.update((Const(name), value) for name, value in given.kwargs.items())
    named = {Const(name) for name in given.kwargs}
    return Mapping(tuple(items.items()), is_open, join_all(others), owner.maybe - named)


def _module_method(
    machine: Interpreter, frame: Frame, node: ast.Call, owner: Instance, name: str, given: Arguments
) -> Value:
    """Methods that a project's module inherits from ``nn.Module``."""
    values = machine.heap.of(owner.site)
    key = given.get(0, "name")
    value = given.get(1, "tensor") or given.get(1, "param") or given.get(1, "module") or UNKNOWN
    bare = name.removeprefix("super.")
    if attributes.is_module_class(owner.cls):
        _tell(machine, frame, node, f"torch.nn.Module.{bare}", given, HIGH, owner)
    if bare in ("register_buffer", "register_parameter") and isinstance(key, Const):
        held: Value = value
        if tensor_part(value) is None and value != NONE:
            evidence = Evidence(node, frame.module, "Tensor (a registered buffer)")
            held = Tensor(sources=frozenset([(owner.site, key.value)]), evidence=evidence)
        machine.heap[owner.site] = {**values, str(key.value): held}
        return NONE
    if bare in ("add_module", "register_module"):
        if isinstance(key, Const):
            machine.heap[owner.site] = {**values, str(key.value): value}
        else:
            attributes.assign_any(machine, owner, value)
        return NONE
    if bare in ("children", "modules", "named_children", "named_modules"):
        part = join_all(attributes.parts(machine, owner, deep=bare.endswith("modules")))
        return Sequence("list", None, Sequence("tuple", (STR, part)) if bare.startswith("named_") else part)
    if bare in ("parameters", "buffers", "named_parameters", "named_buffers"):
        held = Tensor(evidence=Evidence(node, frame.module, "Tensor (a parameter or buffer)"))
        return Sequence("list", None, Sequence("tuple", (STR, held)) if bare.startswith("named_") else held)
    if bare == "compile":
        _tell_compile(machine, frame, node, owner, given.kwargs, "method", given.open)
        if machine.on_compile is not None and not frame.tracing:
            machine.on_compile(frame, node, owner, given.kwargs)
            return NONE
    if bare == "get" and len(given.args) == 2:  # of a mapping class
        return join(given.args[1], UNKNOWN)
    if bare in ("__call__", "_call_impl"):
        return call_instance(machine, frame, node, owner, given)
    if bare in (
        "to",
        "train",
        "eval",
        "cuda",
        "cpu",
        "float",
        "half",
        "double",
        "bfloat16",
        "requires_grad_",
        "apply",
        "to_empty",
    ):
        return owner
    return UNKNOWN


def _note_hook(machine: Interpreter, owner: Value, hook: Value) -> None:
    """A hook registered in ``__init__``, on the object or a part of it, runs whenever the object's forward does."""
    if isinstance(owner, Instance):
        values = machine.heap.of(owner.site)
        known = values.get(HOOKS)
        items = known.items or () if isinstance(known, Sequence) else ()
        machine.heap[owner.site] = {**values, HOOKS: Sequence("tuple", (*items, hook))}


def run_hooks(machine: Interpreter, frame: Frame, node: ast.AST, owner: Value | None) -> None:
    """Trace the hooks of an object, as Dynamo does around its forward."""
    if isinstance(owner, Instance) and frame.tracing:
        hooks = machine.heap.of(owner.site).get(HOOKS)
        for hook in hooks.items or () if isinstance(hooks, Sequence) else ():
            if isinstance(hook, Function):
                machine.call(frame, node, hook, [], {}, open_arguments=True)


COMPILED_MODULE = "torch._dynamo.OptimizedModule"
"""What ``torch.compile`` makes of a module."""
HOOKS = "<hooks>"
"""The heap's name for an object's hooks; no attribute can have it."""


# External functions and objects


def _tell(
    machine: Interpreter,
    frame: Frame,
    node: ast.Call,
    name: str,
    given: Arguments,
    confidence: int = HIGH,
    owner: Value | None = None,
) -> None:
    """Tell the rules of a call; a method's object is its first argument."""
    event = Call if frame.tracing else HostCall
    if event in machine.handlers:
        args = (owner, *given.args) if owner is not None else tuple(given.args)
        statement = frame.statement or ast.Pass()
        machine.emit(event(node, frame, machine, name, args, confidence, statement, given.kwargs, given.open))


def _tell_compile(
    machine: Interpreter,
    frame: Frame,
    node: ast.Call,
    target: Value,
    given: dict[str, Value],
    how: Literal["function", "decorator", "method"],
    is_open: bool,
) -> None:
    """Tell the rules that something is compiled."""
    machine.emit(Compile(node, frame, machine, target, given, how, frame.statement or ast.Pass(), is_open))


def _call_external(machine: Interpreter, frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    answer = torch_model.compiler_answer(name)
    if answer is not None:
        return Const(answer) if frame.tracing else FALSE
    _tell(machine, frame, node, name, given)
    model = _MODELS.get(name)
    if model is not None:
        return model(machine, frame, node, given)
    if name.startswith(("torch.", "torchvision.", "einops.")):
        return _call_torch(machine, frame, node, name, given)
    if name.startswith("numpy.") and (array := numpy_model.of_call(frame, node, name, given)) is not UNKNOWN:
        return array
    if name.rpartition(".")[2] in ("getLogger", "get_logger"):
        return ExternalInstance("logging.Logger", confidence=HIGH if name.startswith("logging.") else MEDIUM)
    last = name.rpartition(".")[2]
    if "." in name and last[:1].isupper() and not last.isupper() and not name.startswith("builtins."):
        return ExternalInstance(name)  # a class, by its name
    return UNKNOWN


def _call_torch(machine: Interpreter, frame: Frame, node: ast.Call, name: str, given: Arguments) -> Value:
    data = machine.torch
    if name.startswith("torch.Tensor.") and given.args and (owner := tensor_part(given.args[0])) is not None:
        method = name.rpartition(".")[2]
        if method in data.methods:
            return torch_model.call_result(
                machine, frame, node, method, data.methods[method], given.args[1:], given.kwargs, owner
            )
    if name in ("torch.nn.Parameter", "torch.nn.parameter.Parameter"):
        return Tensor(
            shape=parameters.unique(frame, "shape"),
            dtype=parameters.unique(frame, "dtype"),
            sources=frozenset([("parameter", frame.module.name, node.lineno, node.col_offset)]),
            evidence=Evidence(node, frame.module, "Tensor (a parameter)"),
        )
    kind = data.functions.get(name)
    if kind is not None:
        return torch_model.call_result(machine, frame, node, name, kind, given.args, given.kwargs)
    if name in data.modules or (name.startswith(_WITH_CLASSES) and name.rpartition(".")[2][:1].isupper()):
        return ExternalInstance(name)
    return UNKNOWN


_WITH_CLASSES = ("torch.nn.", "torch.optim.", "torch.amp.", "torch.cuda.amp.", "torch.distributed.fsdp.")


def _call_external_instance(
    machine: Interpreter, frame: Frame, node: ast.Call, callee: ExternalInstance, given: Arguments
) -> Value:
    _tell(machine, frame, node, f"{callee.cls}.__call__", given, callee.confidence, callee)
    kind = machine.torch.modules.get(callee.cls)
    if kind is None and callee.cls in attributes.MODULE_BASES and any(map(tensor_part, given.args)):
        return Tensor(confidence=LOW, evidence=Evidence(node, frame.module, "likely a Tensor (what a module returns)"))
    if kind is None:
        return UNKNOWN
    tensors = [tensor for value in [*given.args, *given.kwargs.values()] if (tensor := tensor_part(value)) is not None]
    value = torch_model.of_kind(frame, node, resolve(kind), tensors)
    if isinstance(value, Tensor):
        sources = value.sources | {("module", callee.cls, id(node.func))} if value.sources is not None else None
        computes = callee.cls.rpartition(".")[2].startswith(_FLOATING_MODULES)
        dynamic = lengths.of_module(callee.cls, tensors)
        floating = True if computes else None
        value = replace(value, floating=floating, sources=sources, fresh=computes, dynamic=dynamic)
    return value


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


def _of_list(kind: str) -> Callable[[Interpreter, Frame, ast.Call, Arguments], Value]:
    def model(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        first = given.get(0)
        if first is None:
            return Sequence(kind, ())
        if isinstance(first, Sequence):
            return Sequence(kind, first.items, first.element)
        if isinstance(first, Mapping) and not first.open:
            return Sequence(kind, tuple(key for key, _ in first.items))
        return Sequence(kind, None, expressions.iterate(machine, frame, node.args[0] if node.args else node, first))

    return model


def _sequential(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if given.open:
        return Sequence("sequential", None, join_all([*given.args, given.rest or UNKNOWN]))
    if len(given.args) == 1 and isinstance(given.args[0], Mapping):
        named = given.args[0]
        whole = None if named.open else tuple(layer for _, layer in named.items)
        return Sequence("sequential", whole, named.each())
    return Sequence("sequential", tuple(given.args))


def _module_dict(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    return first if isinstance(first, Mapping) else Mapping((), True)


def _len(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    if isinstance(first, Sequence) and first.items is not None:
        return Const(len(first.items))
    if isinstance(first, Mapping) and not first.open and not first.maybe:
        return Const(len(first.items))
    if isinstance(first, Const) and isinstance(first.value, str):
        return Const(len(first.value))
    if isinstance(first, Tensor) and first.dynamic == 0:
        return lengths.length(frame, node, first)
    return INT


def _isinstance(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if len(node.args) < 2:
        return BOOL
    classes = narrowing._classes(machine, frame, node.args[1])
    first = given.get(0) or UNKNOWN
    answers = {narrowing.is_instance(option, classes) for option in options(first)} if classes else {None}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _is_tensor(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    answers = {narrowing.is_instance(option, ["torch.Tensor"]) for option in options(given.get(0) or UNKNOWN)}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _hasattr(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name = given.get(0), given.get(1)
    if owner is None or not isinstance(name, Const) or not isinstance(name.value, str):
        return BOOL
    answers = {attributes.has(machine, option, name.value) for option in options(owner)}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _getattr(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name, default = given.get(0), given.get(1), given.get(2)
    if owner is None or not isinstance(name, Const) or not isinstance(name.value, str):
        return machine.heap.of(owner.site).get(attributes.ANY, UNKNOWN) if isinstance(owner, Instance) else UNKNOWN
    present = attributes.has(machine, owner, name.value)
    if present is False and default is not None:
        return default
    read = ast.copy_location(ast.Attribute(node.args[0], name.value, ast.Load()), node)
    value = attributes.load(machine, frame, read, owner, name.value)
    if default is not None and present is not True:
        return join(value, default)
    return value


def _setattr(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name, value = given.get(0), given.get(1), given.get(2)
    if owner is not None and isinstance(name, Const) and isinstance(name.value, str) and value is not None:
        target = ast.copy_location(ast.Attribute(node.args[0], name.value, ast.Store()), node)
        attributes.assign(machine, frame, target, owner, name.value, value)
    elif owner is not None and value is not None:
        attributes.assign_any(machine, owner, value)
    return NONE


def _read_number(kind: str) -> Callable[[Interpreter, Frame, ast.Call, Arguments], Value]:
    """``int(x)``, ``float(x)``, ``bool(x)``."""

    def model(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        first = given.get(0) or UNKNOWN
        tensor, scalar = tensor_part(first), scalar_part(first)
        if tensor is not None:
            return reading.number(frame, node, tensor, kind)
        if scalar is not None:
            return replace(scalar, kind=kind)
        if kind == "bool":
            known = truth(first)
            return BOOL if known is None else Const(known)
        if isinstance(first, Const) and isinstance(first.value, (int, float)):
            try:
                return Const(int(first.value) if kind == "int" else float(first.value))
            except (OverflowError, ValueError):
                return Py(kind)
        return Py(kind)

    return model


def _findall(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``re.findall`` of constants, for patterns that cost linear time: alternatives of plain words."""
    pattern, text = given.get(0), given.get(1)
    if isinstance(pattern, Const) and isinstance(text, Const):
        plain = isinstance(pattern.value, str) and isinstance(text.value, str)
        if plain and re.fullmatch(r"\(?[\w|]{1,4000}\)?", pattern.value) and len(text.value) < 500:
            return Sequence("list", tuple(Const(found) for found in re.findall(pattern.value, text.value)))
    return Sequence("list", None, STR)


def _partial(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if not given.args:
        return UNKNOWN
    return Partial(given.args[0], tuple(given.args[1:]), tuple(given.kwargs.items()))


def _map(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``map(function, *iterables)``: the function runs for the items."""
    if not given.args:
        return UNKNOWN
    function, iterables = given.args[0], given.args[1:]
    if len(iterables) == 1 and isinstance(iterables[0], Sequence) and iterables[0].items is not None:
        items = iterables[0].items
        if len(items) <= 16:
            return Sequence(
                "list", tuple(call_value(machine, frame, node, function, Arguments([v], {})) for v in items)
            )
    each = [expressions.iterate(machine, frame, e, v) for e, v in zip(node.args[1:], iterables, strict=False)]
    return Sequence("list", None, call_value(machine, frame, node, function, Arguments(each, {})))


def _any_all(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``any(items)`` and ``all(items)`` call ``bool()`` on the items, up to the first that decides."""
    first = given.get(0)
    if first is None:
        return BOOL
    machine.test(frame, node, expressions.iterate(machine, frame, node.args[0], first), "builtin")
    return BOOL


def _sorted(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``sorted(items, key=key)`` compares the keys, and calls ``bool()`` on what that gives."""
    first, key = given.get(0), given.kwargs.get("key", NONE)
    if first is None:
        return UNKNOWN
    compared = element = expressions.iterate(machine, frame, node.args[0], first)
    if key != NONE:
        compared = call_value(machine, frame, node, key, Arguments([element], {}))
    machine.test(frame, node, compared, "builtin")
    return Sequence("list", None, parameters.anonymous(element))


def _filter(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if len(given.args) < 2:
        return UNKNOWN
    element = expressions.iterate(machine, frame, node.args[-1], given.args[1])
    kept = (
        call_value(machine, frame, node, given.args[0], Arguments([element], {})) if given.args[0] != NONE else element
    )
    machine.test(frame, node, kept, "builtin")
    return Sequence("list", None, element)


def _range(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    for value in given.args:
        scalar = scalar_part(value)
        if scalar is not None:
            return Sequence("list", None, scalar)
    return Py("range")


def _zip(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    each = tuple(expressions.iterate(machine, frame, expr, v) for expr, v in zip(node.args, given.args, strict=False))
    return Sequence("list", None, Sequence("tuple", each))


def _enumerate(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    each = expressions.iterate(machine, frame, node.args[0] if node.args else node, first)
    return Sequence("list", None, Sequence("tuple", (INT, each)))


def _dict(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    items = tuple((Const(key), value) for key, value in given.kwargs.items())
    if isinstance(first, Mapping):
        return replace(first, items=first.items + items)
    return Mapping(items, given.open or first is not None)


def _compile(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.compile(target)``, or without a target a decorator."""
    target = given.get(0, "model")
    if target is None:
        return Partial(External("torch.compile"), (), tuple(given.kwargs.items()))
    options_given = {name: value for name, value in given.kwargs.items() if name != "model"}
    how: Literal["function", "decorator"] = "decorator" if isinstance(node, Decoration) else "function"
    _tell_compile(machine, frame, node, target, options_given, how, given.open)
    if frame.tracing or machine.on_compile is None:
        return target
    return machine.on_compile(frame, node, target, options_given)


def _checkpoint(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if not given.args:
        return UNKNOWN
    own = {"use_reentrant", "context_fn", "determinism_check", "debug", "preserve_rng_state"}
    kwargs = {name: value for name, value in given.kwargs.items() if name not in own}
    return call_value(machine, frame, node, given.args[0], Arguments(given.args[1:], kwargs, given.open))


def _identity(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return given.get(0) or UNKNOWN


def _min_max(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    values = list(given.args)
    if len(values) == 1:
        return expressions.iterate(machine, frame, node, values[0])
    for value in values:
        scalar = scalar_part(value)
        if scalar is not None:
            return scalar
    return parameters.anonymous(join_all(values))


def _sum(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    element = expressions.iterate(machine, frame, node.args[0] if node.args else node, first)
    tensor = tensor_part(element)
    if tensor is not None:
        return torch_model.of_kind(frame, node, "tensor", [tensor], tensor.confidence)
    return parameters.anonymous(element) if isinstance(element, (Scalar, Py)) else UNKNOWN


def _never(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    from fullgraph.lint.interpreter.machine import NEVER

    return NEVER


def _always(value: Value) -> Callable[[Interpreter, Frame, ast.Call, Arguments], Value]:
    def model(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return value

    return model


def _type(machine: Interpreter, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    return ClassValue(first.cls) if isinstance(first, Instance) and first.exact else UNKNOWN


def call_any(
    machine: Interpreter,
    frame: Frame,
    node: ast.AST,
    callee: Value,
    args: list[Value],
    kwargs: dict[str, Value],
    is_open: bool,
) -> Value:
    """Call a value where no call stands in the source."""
    call = node if isinstance(node, ast.Call) else ast.copy_location(Decoration(ast.Name("f"), [], []), node)
    return call_value(machine, frame, call, callee, Arguments(args, kwargs, is_open))


def wrapped(machine: Interpreter, frame: Frame, decorator: ast.expr, value: Value) -> Value:
    """What a decorator of the project makes of a function that it wraps; the value itself for all others."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    maker = expressions.evaluate(machine, frame, named)
    if isinstance(maker, Function):
        if not maker.info.wraps:
            return value
    elif not isinstance(maker, ClassValue) or maker.cls.find_method("__call__") is None:
        return value
    if isinstance(decorator, ast.Call):
        maker = expressions.evaluate(machine, frame, decorator)
    made = call_any(machine, frame, decorator, maker, [value], {}, False)
    found = [option for option in options(made) if isinstance(option, (Function, Instance))]
    return found[0] if found else value


def decorated(machine: Interpreter, frame: Frame, node: ast.Call, maker: Value, value: Value) -> Value:
    """What ``@maker`` makes of a function; a decorator that is not known is taken to keep it as it is."""
    if isinstance(maker, External) and maker.name == "torch.compile":
        return _compile(machine, frame, node, Arguments([value], {}))
    if isinstance(maker, Partial) and maker.func == External("torch.compile"):
        return _compile(machine, frame, node, Arguments([value, *maker.args], dict(maker.kwargs)))
    if isinstance(maker, Function) and maker.info.module.origin != "followed":
        made = machine.call(frame, node, maker, [value], {})
        return made if isinstance(made, (Function, Compiled, Partial)) else value
    return value


_MODELS: dict[str, Callable[[Interpreter, Frame, ast.Call, Arguments], Value]] = {
    "builtins.len": _len,
    "builtins.isinstance": _isinstance,
    "torch.jit.isinstance": _isinstance,
    "torch.is_tensor": _is_tensor,
    "builtins.hasattr": _hasattr,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.int": _read_number("int"),
    "builtins.float": _read_number("float"),
    "builtins.bool": _read_number("bool"),
    "builtins.str": _always(STR),
    "builtins.repr": _always(STR),
    "builtins.callable": _always(BOOL),
    "builtins.id": _always(INT),
    "builtins.type": _type,
    "builtins.range": _range,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.any": _any_all,
    "builtins.all": _any_all,
    "builtins.enumerate": _enumerate,
    "builtins.reversed": _identity,
    "builtins.iter": _identity,
    "builtins.min": _min_max,
    "builtins.max": _min_max,
    "builtins.abs": _identity,
    "builtins.sum": _sum,
    "builtins.round": _identity,
    "builtins.dict": _dict,
    "collections.OrderedDict": _dict,
    "builtins.list": _of_list("list"),
    "builtins.tuple": _of_list("tuple"),
    "builtins.set": _of_list("set"),
    "builtins.sorted": _sorted,
    "builtins.print": _always(NONE),
    "builtins.exit": _never,
    "sys.exit": _never,
    "typing.cast": lambda machine, frame, node, given: given.get(1) or UNKNOWN,
    "copy.deepcopy": _identity,
    "copy.copy": _identity,
    "functools.partial": _partial,
    "functools.wraps": _always(UNKNOWN),
    "re.findall": _findall,
    "logging.getLogger": _always(ExternalInstance("logging.Logger")),
    "logging.LoggerAdapter": _always(ExternalInstance("logging.LoggerAdapter")),
    "torch.compile": _compile,
    "torch.compiler.compile": _compile,
    "torch.distributed.fsdp.fully_shard": _identity,
    "torch.utils.checkpoint.checkpoint": _checkpoint,
    "torch.nn.ModuleList": _of_list("list"),
    "torch.nn.ParameterList": _of_list("list"),
    "torch.nn.Sequential": _sequential,
    "torch.nn.ModuleDict": _module_dict,
    "torch.is_grad_enabled": _always(BOOL),
    **reading.MODELS,
    **host.MODELS,
}
