"""Models of builtins and of other packages' functions where the result is more than a kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.externals import MADE_CLASS
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    UNKNOWN,
    Bound,
    BreakPolicy,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    NumpyNumber,
    Partial,
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
    scalar_part,
    tensor_part,
    truth,
    usual_text,
)
from fullgraph.lint.interpreter import (
    aliases,
    attributes,
    containers,
    dispatch,
    dynamic_sizes,
    emission,
    held,
    narrowing,
    object_methods,
    ordering,
    overloads,
    parameters,
    sizes,
    special_methods,
)
from fullgraph.lint.interpreter.arguments import Arguments, Decoration
from fullgraph.lint.interpreter.models import (
    accelerate,
    functools,
    images,
    introspection,
    itertools,
    math,
    named_tuples,
    numpy,
    opencv,
    special,
    stdlib,
    torch,
    transforms,
)

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def _of_list(kind: str) -> Callable[[Evaluator, Frame, ast.Call, Arguments], Value]:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        first = given.get(0)
        if first is None:
            return SequenceValue(kind, ())
        if isinstance(first, SequenceValue):
            return SequenceValue(kind, first.items, first.element)
        if isinstance(first, MappingValue) and not first.open and not first.maybe:
            return SequenceValue(kind, tuple(key for key, _ in first.items))
        return SequenceValue(kind, None, containers.iterate(interp, frame, node.args[0] if node.args else node, first))

    return model


def _deque(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``collections.deque(items, maxlen)``: one with a length that it does not exceed drops items."""
    made = _of_list("deque")(interp, frame, node, given)
    limit = given.get(1, "maxlen")
    if limit is None or NONE in alternatives(limit) or not isinstance(made, SequenceValue):
        return made
    bound = None if frame.tracing else Bound()
    if made.items == ():
        return replace(made, bound=bound)
    return SequenceValue("deque", None, made.each(), bound=bound)


def _sequential(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if given.rest:
        return SequenceValue("sequential", None, join_all([*given.args, given.rest.positional or UNKNOWN]))
    if len(given.args) == 1 and isinstance(given.args[0], MappingValue):
        named = given.args[0]
        whole = None if named.open else tuple(layer for _, layer in named.items)
        names = tuple(key.value for key, _ in named.items if isinstance(key, Const) and isinstance(key.value, str))
        return SequenceValue("sequential", whole, named.each(), fields=names)
    return SequenceValue("sequential", tuple(given.args))


def _composed(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``transforms.Compose(several)`` and ``transforms.Lambda(one)`` of torchvision, which call what they are given."""
    first = given.get(0, "transforms")
    if isinstance(first, SequenceValue) and first.kind != "sequential":
        return replace(first, kind="sequential", sites=frozenset())
    function = first or given.get(0, "lambd")
    return SequenceValue("sequential", (function,)) if isinstance(function, (Function, Partial)) else UNKNOWN


def _module_dict(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    made = _dict(interp, frame, node, given)
    return made if given.args else replace(made, open=True)


def _len(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    if isinstance(first, SequenceValue) and first.items is not None:
        return Const(len(first.items))
    if isinstance(first, MappingValue) and not first.open and not first.maybe:
        return Const(len(first.items))
    if isinstance(first, Const) and isinstance(first.value, str):
        return Const(len(first.value))
    if first is not None and (own := overloads.length(interp, frame, node, first)) is not None:
        return own
    counted = tensor_part(first) if first is not None and _tensor_or_unknown(first) else None
    if counted is not None and counted.dynamic == 0:
        return dynamic_sizes.length(frame, node, counted)
    return INT if counted is None else sizes.of_tensor(frame, node, INT, counted)


def _tensor_or_unknown(value: Value) -> bool:
    return all(isinstance(option, Tensor) or option is UNKNOWN for option in alternatives(value))


def _isinstance(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if len(node.args) < 2:
        return BOOL
    classes = narrowing.classes_of(interp, frame, node.args[1])
    first = given.get(0) or UNKNOWN
    answers = {narrowing.is_instance(option, classes) for option in alternatives(first)} if classes else {None}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _is_tensor(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    answers = {narrowing.is_instance(option, ["torch.Tensor"]) for option in alternatives(given.get(0) or UNKNOWN)}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _hasattr(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name = given.get(0), given.get(1)
    if owner is None or not isinstance(name, Const) or not isinstance(name.value, str):
        return BOOL
    answers = {attributes.has(interp, option, name.value) for option in alternatives(owner)}
    answer = answers.pop() if len(answers) == 1 else None
    return BOOL if answer is None else Const(answer)


def _getattr(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name, default = given.get(0), given.get(1), given.get(2)
    names = [option.value for option in alternatives(name or UNKNOWN) if isinstance(option, Const)]
    if owner is None or len(names) < len(list(alternatives(name or UNKNOWN))) or not all(map(_is_text, names)):
        usual = usual_text(name) if name is not None else None
        known = isinstance(owner, Instance) and usual is not None and attributes.has(interp, owner, usual)
        if owner is not None and usual is not None and (known or isinstance(owner, External)):
            return _attribute(interp, frame, node, owner, usual, default)
        return dispatch.by_part_of_name(interp, frame, node, owner) if isinstance(owner, Instance) else UNKNOWN
    return join_all([_attribute(interp, frame, node, owner, one, default) for one in names])


def _is_text(constant: object) -> bool:
    return isinstance(constant, str)


def _attribute(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, name: str, default: Value | None
) -> Value:
    present = attributes.has(interp, owner, name)
    if present is False and default is not None:
        return default
    read = ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node)
    value = attributes.load(interp, frame, read, owner, name)
    return join(value, default) if default is not None and present is not True else value


def _setattr(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner, name, value = given.get(0), given.get(1), given.get(2)
    if owner is not None and isinstance(name, Const) and isinstance(name.value, str) and value is not None:
        target = ast.copy_location(ast.Attribute(node.args[0], name.value, ast.Store()), node)
        attributes.assign(interp, frame, target, owner, name.value, value)
    elif owner is not None and value is not None:
        attributes.assign_any(interp, owner, value, dispatch.ends_of(frame, node.args[1]) if node.args[1:] else None)
    return NONE


def _read_number(kind: str) -> Callable[[Evaluator, Frame, ast.Call, Arguments], Value]:
    """``int(x)``, ``float(x)``, ``bool(x)``."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        first = given.get(0) or UNKNOWN
        if kind == "bool":
            first = overloads.truth(interp, frame, node, first)
        elif (own := special_methods.number(interp, frame, node, first, kind)) is not None:
            return own
        tensor, scalar = tensor_part(first), scalar_part(first)
        if tensor is not None:
            return tensor_reads.number(frame, node, tensor, kind)
        if scalar is not None:
            return replace(scalar, kind=kind)
        if kind == "bool":
            known = truth(first)
            return sizes.computed(frame, node, BOOL, first) if known is None else Const(known)
        if isinstance(first, Const) and isinstance(first.value, (int, float)):
            try:
                return Const(int(first.value) if kind == "int" else float(first.value))
            except (OverflowError, ValueError):
                return PyValue(kind)
        return PyValue(kind)

    return model


def _findall(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``re.findall`` of constants, for patterns that cost linear time: alternatives of plain words."""
    pattern, text = given.get(0), given.get(1)
    if isinstance(pattern, Const) and isinstance(text, Const):
        plain = isinstance(pattern.value, str) and isinstance(text.value, str)
        if plain and re.fullmatch(r"\(?[\w|]{1,4000}\)?", pattern.value) and len(text.value) < 500:
            return SequenceValue("list", tuple(Const(found) for found in re.findall(pattern.value, text.value)))
    return SequenceValue("list", None, STR)


def _map(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``map(function, *iterables)``: the function runs for the items."""
    if not given.args:
        return UNKNOWN
    function, iterables = given.args[0], given.args[1:]
    if len(iterables) == 1 and isinstance(iterables[0], SequenceValue) and iterables[0].items is not None:
        items = iterables[0].items
        if len(items) <= 16:
            return SequenceValue(
                "list", tuple(interp.call_value(frame, node, function, Arguments([v], {})) for v in items)
            )
    each = [containers.iterate(interp, frame, e, v) for e, v in zip(_written(node, 1), iterables, strict=False)]
    return SequenceValue("list", None, interp.call_value(frame, node, function, Arguments(each, {})))


def _any_all(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``any(items)`` and ``all(items)`` call ``bool()`` on the items, up to the first that decides."""
    first = given.get(0)
    if first is None:
        return BOOL
    held.note_tested_generator(interp, frame, node, first)
    interp.test(frame, node, containers.iterate(interp, frame, node.args[0], first), "builtin")
    return BOOL


def _sorted(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``sorted(items, key=key)``."""
    first = given.get(0)
    if first is None:
        return UNKNOWN
    element = containers.iterate(interp, frame, node.args[0], first)
    ordering.order(interp, frame, node, ordering.items_of(first) or (element,), given.kwargs.get("key", NONE))
    return SequenceValue("list", None, parameters.anonymous(element))


def _filter(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if len(given.args) < 2:
        return UNKNOWN
    element = containers.iterate(interp, frame, node.args[-1], given.args[1])
    kept = interp.call_value(frame, node, given.args[0], Arguments([element], {})) if given.args[0] != NONE else element
    interp.test(frame, node, kept, "builtin")
    return SequenceValue("list", None, element)


def _range(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    for value in given.args:
        scalar = scalar_part(value)
        if scalar is not None:
            return SequenceValue("list", None, scalar)
    return PyValue("range")


def _zip(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    each = tuple(containers.iterate(interp, frame, e, v) for e, v in zip(_written(node), given.args, strict=False))
    if given.rest.positional is not None:
        some = containers.iterate(interp, frame, node, given.rest.positional)
        return SequenceValue("list", None, SequenceValue("tuple", None, join_all([*each, some])))
    return SequenceValue("list", None, SequenceValue("tuple", each))


def _written(node: ast.Call, first: int = 0) -> Iterator[ast.expr]:
    """The expressions of the arguments by position, from one on; behind ``*several`` the call stands for all."""
    for argument in node.args[first:]:
        if isinstance(argument, ast.Starred):
            break
        yield argument
    else:
        return
    while True:
        yield node


def _enumerate(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    each = containers.iterate(interp, frame, node.args[0] if node.args else node, first)
    return SequenceValue("list", None, SequenceValue("tuple", (INT, each)))


def _dict(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> MappingValue:
    first = given.get(0)
    _, named = aliases.share_all(interp, frame, node, given.args, given.kwargs)
    items = tuple((Const(key), value) for key, value in named.items())
    if isinstance(first, MappingValue):
        added = {key for key, _ in items}
        kept = tuple((key, value) for key, value in first.items if key not in added)
        return replace(first, items=kept + items, maybe=first.maybe - added, sites=frozenset(), factory=None)
    if first is None:
        return MappingValue(items, given.rest.named is not None, given.rest.named or UNKNOWN)
    element = containers.iterate(interp, frame, node.args[0] if node.args else node, first)
    some = [_pair(option) for option in alternatives(element)]
    emission.emit_hashed(interp, frame, node, [key for key, _ in some])
    if isinstance(first, SequenceValue) and first.items is not None:
        pairs: dict[Value, Value] = dict(map(_pair, first.items))
        pairs.update(items)
        if all(isinstance(key, Const) for key in pairs):
            return MappingValue(tuple(pairs.items()), given.rest.named is not None, given.rest.named or UNKNOWN)
    return MappingValue(items, True, join_all([value for _, value in some]))


def _chain_map(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> MappingValue:
    """``collections.ChainMap(*mappings)``: an item of the first one that has it. They may get others later."""
    made = MappingValue((), True)
    for mapping in reversed(given.args):
        made = containers.updated(made, Arguments([mapping], {}))
    return made


def _defaultdict(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> MappingValue:
    """``collections.defaultdict(factory, items)``."""
    made = _dict(interp, frame, node, replace(given, args=given.args[1:]))
    factory = given.get(0)
    return made if factory is None else replace(made, factory=None if factory == NONE else factory)


def _pair(value: Value) -> tuple[Value, Value]:
    """The two items of a pair, as far as they are known."""
    if isinstance(value, SequenceValue) and value.items is not None and len(value.items) == 2:
        return value.items[0], value.items[1]
    return UNKNOWN, UNKNOWN


def compile(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.compile(target)``, or without a target a decorator."""
    target = given.get(0, "model")
    if target is None:
        return Partial(External("torch.compile"), (), tuple(given.kwargs.items()))
    options_given = {name: value for name, value in given.kwargs.items() if name != "model"}
    how: Literal["function", "decorator"] = "decorator" if isinstance(node, Decoration) else "function"
    emission.emit_compile(interp, frame, node, target, options_given, how, bool(given.rest))
    if frame.tracing or interp.hooks.on_compile is None:
        return target
    return interp.hooks.on_compile(frame, node, target, options_given)


def _error_on_graph_break(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return BreakPolicy(truth(given.get(0, "error_on_graph_break") or UNKNOWN))


def _checkpoint(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if not given.args:
        return UNKNOWN
    own = {"use_reentrant", "context_fn", "determinism_check", "debug", "preserve_rng_state"}
    kwargs = {name: value for name, value in given.kwargs.items() if name not in own}
    return interp.call_value(frame, node, given.args[0], Arguments(given.args[1:], kwargs, given.rest))


def _identity(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return given.get(0) or UNKNOWN


def _copy(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return copied(given.get(0, "x") or UNKNOWN)


def _deep_copy(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return aliases.deep_copy(interp, frame, node, given.get(0, "x") or UNKNOWN)


def _min_max(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    values = list(given.args)
    key = given.kwargs.get("key", NONE)
    if len(values) == 1:
        items = values[0].items if isinstance(values[0], SequenceValue) else None
        item = containers.iterate(interp, frame, node, values[0])
        if items is None or len(items) > 1 or key != NONE:
            ordering.extreme(interp, frame, node, items or (item,), key)
        return item
    if values:
        ordering.extreme(interp, frame, node, values, key)
    for value in values:
        scalar = scalar_part(value)
        if scalar is not None:
            return scalar
    if frame.tracing and (number := numpy.of_builtin(frame, node, values)) is not None:
        return number
    if any(isinstance(value, NumpyNumber) for value in values) and len(set(values)) > 1:
        return UNKNOWN  # either of them, as it is
    return parameters.anonymous(join_all(values))


def _sum(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    element = containers.iterate(interp, frame, node.args[0] if node.args else node, first)
    if isinstance(first, SequenceValue) and first.items and (number := numpy.of_builtin(frame, node, [*first.items])):
        return number
    tensor = tensor_part(element)
    if tensor is not None:
        return torch.of_kind(frame, node, "tensor", [tensor], tensor.confidence)
    added = scalar_part(element) or element
    return parameters.anonymous(added) if isinstance(added, (Scalar, PyValue)) else UNKNOWN


def _slice(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return dynamic_sizes.slice_of(given.args)


def _never(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:

    return NEVER


def _always(value: Value) -> Callable[[Evaluator, Frame, ast.Call, Arguments], Value]:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return value

    return model


def _type(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0)
    if given.get(2) is not None:
        return External(MADE_CLASS) if frame.tracing else UNKNOWN
    return ClassValue(first.cls) if isinstance(first, Instance) and first.exact else UNKNOWN


MODELS: dict[str, Callable[[Evaluator, Frame, ast.Call, Arguments], Value]] = {
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
    "builtins.callable": _always(BOOL),
    "builtins.id": _always(INT),
    "builtins.type": _type,
    "builtins.range": _range,
    "builtins.slice": _slice,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.any": _any_all,
    "builtins.all": _any_all,
    "builtins.enumerate": _enumerate,
    "builtins.min": _min_max,
    "builtins.max": _min_max,
    "builtins.sum": _sum,
    "builtins.dict": _dict,
    "collections.OrderedDict": _dict,
    "collections.ChainMap": _chain_map,
    "collections.defaultdict": _defaultdict,
    "builtins.list": _of_list("list"),
    "builtins.tuple": _of_list("tuple"),
    "builtins.set": _of_list("set"),
    "builtins.sorted": _sorted,
    "collections.deque": _deque,
    "builtins.print": _always(NONE),
    "builtins.exit": _never,
    "sys.exit": _never,
    "typing.cast": lambda interp, frame, node, given: given.get(1) or UNKNOWN,
    "typing.NewType": lambda interp, frame, node, given: External("typing.NewType.__call__"),
    "typing.NewType.__call__": lambda interp, frame, node, given: given.get(0) or UNKNOWN,
    "copy.deepcopy": _deep_copy,
    "copy.copy": _copy,
    "re.compile": _always(ExternalInstance("re.Pattern")),
    "re.findall": _findall,
    "logging.getLogger": _always(ExternalInstance("logging.Logger")),
    "logging.LoggerAdapter": _always(ExternalInstance("logging.LoggerAdapter")),
    "torch.compile": compile,
    "torch._dynamo.error_on_graph_break": _error_on_graph_break,
    "torch._dynamo.decorators.error_on_graph_break": _error_on_graph_break,
    "torch.compiler.compile": compile,
    "torch.distributed.fsdp.fully_shard": _identity,
    "torch.utils.checkpoint.checkpoint": _checkpoint,
    "torch.nn.ModuleList": _of_list("ModuleList"),
    "torch.nn.ParameterList": _of_list("list"),
    "torch.nn.Sequential": _sequential,
    **{
        f"torchvision.transforms.{module}{name}": _composed
        for module in ("", "transforms.", "v2.")
        for name in ("Compose", "Lambda")
    },
    "torch.nn.ModuleDict": _module_dict,
    "torch.nn.ParameterDict": _module_dict,
    "torch.is_grad_enabled": _always(BOOL),
    **functools.MODELS,
    **images.MODELS,
    **special.MODELS,
    **introspection.MODELS,
    **object_methods.MODELS,
    **itertools.MODELS,
    **math.MODELS,
    **named_tuples.MODELS,
    **opencv.MODELS,
    **stdlib.MODELS,
    **accelerate.MODELS,
    **transforms.MODELS,
}
