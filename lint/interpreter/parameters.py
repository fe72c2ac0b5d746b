"""The values of a function's parameters, from arguments, annotations, defaults and use, and its return value."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain import sparse, terms
from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.externals import COMPILED_CLASSES, IMAGE
from fullgraph.lint.domain.frame import Env, Frame
from fullgraph.lint.domain.values import (
    HIGH,
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    UNKNOWN,
    ClassValue,
    Const,
    Evidence,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    NumpyNumber,
    Origin,
    Partial,
    PyValue,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
    replace,
    tensor_part,
)
from fullgraph.lint.facts.observed import runs
from fullgraph.lint.facts.schema import TENSORS, TensorFact
from fullgraph.lint.interpreter import batches, enumerations
from fullgraph.lint.interpreter.arguments import ANY_REST, Rest
from fullgraph.lint.interpreter.models import ranks
from fullgraph.lint.interpreter.parameter_facts import Uses
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module, dotted_name
from fullgraph.lint.project.module_classes import is_module_class, is_tensor_class
from fullgraph.lint.source import syntax
from fullgraph.lint.torch_data import takes

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_FLOATING = {"FloatTensor": True, "HalfTensor": True, "DoubleTensor": True, "BFloat16Tensor": True}
_INTEGRAL = {"LongTensor": False, "IntTensor": False, "BoolTensor": False, "ByteTensor": False, "ShortTensor": False}
_TENSOR_CLASSES = {"Tensor": None, "Parameter": None, "Buffer": None, **_FLOATING, **_INTEGRAL}
_SCALARS = {"int", "float", "bool", "str", "bytes", "complex"}
_LISTS = {"list", "List", "Sequence", "Iterable", "Collection", "set", "Set", "frozenset", "Iterator", "Generator"}
_DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "DefaultDict"}


def bind(interp: Evaluator, info: FunctionInfo, args: Sequence[Value], kwargs: dict[str, Value], rest: Rest) -> Env:
    """The variables with which a call of ``info`` begins."""
    arguments = info.node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    left = dict(kwargs)
    env: Env = {}
    for position, parameter in enumerate(positional):
        if position < len(args):
            given = args[position]
            if position == 0 and isinstance(given, (Instance, ClassValue)):
                env[parameter.arg] = given
            else:
                env[parameter.arg] = accept(interp, info, parameter, given)
        elif parameter.arg in left:
            env[parameter.arg] = accept(interp, info, parameter, left.pop(parameter.arg))
        else:
            env[parameter.arg] = _default(interp, info, parameter, rest)
    by_name = replace(rest, positional=None)
    for parameter in arguments.kwonlyargs:
        if parameter.arg in left:
            env[parameter.arg] = accept(interp, info, parameter, left.pop(parameter.arg))
        else:
            env[parameter.arg] = _default(interp, info, parameter, by_name)
    if arguments.vararg is not None:
        more = tuple(args[len(positional) :])
        unknown = rest.positional is UNKNOWN
        # What else is passed may come by name, where the function takes that on: the positional ones are all then.
        is_open = rest.positional is not None and not (unknown and more and arguments.kwarg is not None)
        others = [rest.positional] if rest.positional is not None and not (unknown and more) else []
        env[arguments.vararg.arg] = SequenceValue("tuple", None if is_open else more, join_all([*more, *others]))
    if arguments.kwarg is not None:
        items = tuple((Const(name), value) for name, value in left.items())
        env[arguments.kwarg.arg] = MappingValue(items, rest.named is not None, rest.named or UNKNOWN)
    if interp.parameters.known_sparse:
        for parameter in (*positional, *arguments.kwonlyargs):
            if parameter in interp.parameters.known_sparse:
                env[parameter.arg] = sparse.as_sparse(env[parameter.arg])
    return env


def accept(interp: Evaluator, info: FunctionInfo, parameter: ast.arg, given: Value) -> Value:
    """An argument as the function sees it: a tensor's shape and dtype get names of their own there."""
    passed = tensor_part(given)
    if passed is not None and passed.evidence is not None and isinstance(passed.evidence.node, ast.arg):
        interp.parameters.passed_on.setdefault(parameter, set()).add(passed.evidence.node)
    if type(given) is not Value and not isinstance(given, (Tensor, UnionValue)):
        _note_kind(interp, info, parameter, given)
        if isinstance(given, SequenceValue) and _is_list_of_guesses(interp, given):
            declared = _declared(interp, info, parameter)
            return declared if isinstance(declared, SequenceValue) and _plain_only(declared.each()) else given
        return given
    declared = _declared(interp, info, parameter)
    is_other = declared is UNKNOWN and parameter.arg in _uses(interp, info).other
    if is_other and isinstance(given, Tensor) and _is_guessed(interp, given):
        return UNKNOWN  # what the function does with it says more than that its caller requires it
    if given is UNKNOWN or (isinstance(given, Tensor) and given.confidence == LOW):
        if declared is not UNKNOWN:
            return declared
        seen = _seen(interp, info, parameter, passed_on=True)
        used = seen if seen is not None else used_as(interp, info, parameter)
        if used is not UNKNOWN or given is UNKNOWN:
            return used
    _note_kind(interp, info, parameter, given)
    if isinstance(given, Tensor) and _plain_only(declared) and _is_guessed(interp, given):
        return declared
    expected = next((option for option in alternatives(declared) if isinstance(option, Tensor)), None)
    if isinstance(given, UnionValue) and _plain_only(declared):
        rest = [option for option in given.alternatives if not isinstance(option, Tensor)]
        given = join_all(rest) if rest else given
    elif any(_only_declared(option) for option in alternatives(given)) and _holds_no_tensor(declared):
        # Annotations of nested containers often name what is in the innermost one alone.
        return declared
    found: list[Value] = []
    for option in alternatives(given):
        if isinstance(option, Tensor):
            floating = expected.floating if expected is not None else None
            sure = option.confidence if expected is None else max(option.confidence, expected.confidence)
            named = _named(info, parameter, sure, floating, "Tensor (argument)", option.evidence)
            cls = option.cls or (expected.cls if expected is not None else None)
            held = option.fractional or bool(option.floating)
            counts = {"dynamic": option.dynamic, "counted": option.counted}
            named = replace(named, array=option.array, sparse=option.sparse, cls=cls, fractional=held, **counts)
            named = ranks.ranked(named, ranks.of(option))
            if expected is not None and expected.shape is not None and terms.has_dimensions(expected.shape):
                named = replace(named, shape=expected.shape, dtype=expected.dtype)
            found.append(replace(named, dtype=BOOLEAN, floating=False) if option.dtype == BOOLEAN else named)
        elif option is UNKNOWN and expected is not None:
            known = tensor_part(given)
            # An annotation says nothing of lengths: what is known of the other alternative holds.
            found.append(expected if known is None else replace(expected, dynamic=known.dynamic, counted=known.counted))
        else:
            found.append(option)
    return join_all(found)


def _note_kind(interp: Evaluator, info: FunctionInfo, parameter: ast.arg, given: Value) -> None:
    """Note that a call passes a tensor, or a plain Python value, or a few of them.

    A tensor that was itself taken for one only because a ``forward`` requires it says nothing. Nor does a number that a
    function is given: most that take a tensor take one too. A list of numbers is no tensor anywhere.
    """
    is_forward = info.name == "forward"
    if not is_forward and isinstance(given, (Const, PyValue)) and given != SIZE:
        return
    parts = list(_innermost(given))
    tensors = [part for part in parts if isinstance(part, Tensor)]
    if any(_first(tensor.evidence) not in interp.parameters.guessed for tensor in tensors):
        interp.parameters.received[parameter] = False
    elif not is_forward and not isinstance(given, SequenceValue) and given != SIZE:
        return
    elif not tensors and (
        _is_nested(given) or any(isinstance(part, (PyValue, Const)) and part != NONE for part in parts)
    ):
        interp.parameters.received.setdefault(parameter, True)


def _is_nested(value: Value) -> bool:
    """Return whether a value is a sequence of sequences, such as a list of sizes, whatever these hold."""
    return isinstance(value, SequenceValue) and isinstance(value.element, SequenceValue)


def _innermost(value: Value) -> Iterator[Value]:
    """The alternatives of a value, with what sequences hold in their place."""
    for option in alternatives(value):
        if isinstance(option, SequenceValue):
            for item in option.items if option.items is not None else (option.element,):
                yield from _innermost(item)
        else:
            yield option


def _declared(interp: Evaluator, info: FunctionInfo, parameter: ast.arg) -> Value:
    """The value that a parameter's annotation declares; no tensor where all calls seen pass numbers or flags."""
    declared = annotated(interp, info.module, parameter.annotation, parameter)
    if not interp.parameters.received.get(parameter):
        return declared
    return join_all(UNKNOWN if isinstance(one, Tensor) else one for one in alternatives(declared))


def _first(evidence: Evidence | None) -> ast.AST | None:
    """The node with which a chain of evidence begins."""
    while evidence is not None and evidence.parent is not None:
        evidence = evidence.parent
    return evidence.node if evidence is not None else None


def _plain_only(declared: Value) -> bool:
    """Return whether an annotation speaks of flags, numbers and texts alone."""
    return all(isinstance(option, (PyValue, Const)) and option.kind in _PLAIN for option in alternatives(declared))


def _is_guessed(interp: Evaluator, value: Tensor) -> bool:
    """Return whether an argument is taken for a tensor only because a ``forward`` requires it."""
    link = value.evidence
    while link is not None and isinstance(link.node, ast.arg):
        if link.node in interp.parameters.guessed:
            return True
        link = link.parent
    return False


def _is_list_of_guesses(interp: Evaluator, value: SequenceValue) -> bool:
    """Return whether a list holds tensors alone that are parts of what is only taken for a tensor."""
    parts = list(_innermost(value))
    guessed = interp.parameters.guessed
    return bool(parts) and all(isinstance(one, Tensor) and _first(one.evidence) in guessed for one in parts)


def _only_declared(value: Value) -> bool:
    """Return whether a value is a tensor because the annotation of a container says that it holds some."""
    return isinstance(value, Tensor) and value.evidence is None


def _holds_no_tensor(declared: Value) -> bool:
    """Return whether an annotation speaks of containers, and perhaps None, alone."""
    return all(isinstance(one, (SequenceValue, MappingValue)) or one == NONE for one in alternatives(declared))


_PLAIN = frozenset((bool, int, str, float, type(None), "bool", "int", "str", "float"))


def _named(
    info: FunctionInfo,
    parameter: ast.arg,
    confidence: int,
    floating: bool | None,
    note: str,
    parent: Evidence | None = None,
    use: ast.AST | None = None,
) -> Tensor:
    """``use``: what the note speaks of, if not the parameter's declaration."""
    key = (id(info), parameter.arg)
    return Tensor(
        shape=("shape", key),
        dtype=("dtype", key),
        floating=floating,
        sources=frozenset([key]),
        confidence=confidence,
        evidence=Evidence(parameter, info.module, note, parent, (use, info.module) if use is not None else None),
    )


def required_of(interp: Evaluator, info: FunctionInfo, bound: Value) -> list[Value]:
    """The arguments that every call of a method passes by position, as far as they are known, without its object."""
    arguments = info.node.args
    env = bind(interp, info, [bound], {}, rest=ANY_REST)
    positional = [*arguments.posonlyargs, *arguments.args][1:]
    return [env[one.arg] for one in itertools.takewhile(lambda one: default_of(info, one) is None, positional)]


def lacks(info: FunctionInfo, count: int, kwargs: Collection[str]) -> bool:
    """Return whether a call with ``count`` positional arguments leaves out one that has no default."""
    arguments = info.node.args
    left = [*[*arguments.posonlyargs, *arguments.args][count:], *arguments.kwonlyargs]
    return any(parameter.arg not in kwargs and default_of(info, parameter) is None for parameter in left)


def _default(interp: Evaluator, info: FunctionInfo, parameter: ast.arg, rest: Rest) -> Value:
    """Return what a parameter holds where no argument is known for it."""
    default = default_of(info, parameter)
    known: Value | None = None
    if default is not None:
        known = Const(default.value) if isinstance(default, ast.Constant) else _evaluated(interp, info, default)
        if not rest:
            return known
    passed = join_all(rest.values()) if rest else UNKNOWN
    if passed is not UNKNOWN:
        taken = accept(interp, info, parameter, passed)
        if known is None:
            return taken
        if isinstance(taken, Tensor) and rest.positional is not None and used_as(interp, info, parameter) is UNKNOWN:
            taken = replace(taken, confidence=LOW)  # how many are passed is not known: this one may be left out
        return join(taken, known)
    declared = _declared(interp, info, parameter)
    passed_on = info.name != "forward" and info not in interp.parameters.entry_points
    seen = _seen(interp, info, parameter, passed_on=passed_on) if declared is UNKNOWN else None
    if seen is not None:
        if isinstance(known, Const):
            known = NONE if known.value is None else PyValue(known.kind.__name__)
        return seen if known is None else join(seen, known)
    if known is not None and (some := enumerations.some_like(known)) is not None:
        return some
    if known == Const("") and parameter.arg in _uses(interp, info).sliced:
        return UNKNOWN  # it stands for nothing: what is indexed by a mask is no text
    if isinstance(known, Const) and isinstance(known.value, str):
        return PyValue("str", usual=known.value)
    if isinstance(known, Const) and isinstance(known.value, bool):
        return PyValue(known.kind.__name__)  # a flag's default says more than an annotation copied from its neighbour
    if isinstance(known, NumpyNumber):
        return join(known, declared)  # of others it is not known whether they are NumPy's too
    if declared is not UNKNOWN and _is_flag(interp, info, parameter):
        return UNKNOWN if known is None else join(UNKNOWN, known)
    if declared is not UNKNOWN:
        if isinstance(declared, MappingValue) and declared.element is UNKNOWN and _is_entry(interp, info):
            declared = replace(declared, element=batches.part(info.module, parameter, batches.given(info, parameter)))
        return join(declared, NONE) if known == NONE else declared
    if isinstance(known, Const) and known.value is not None:
        return PyValue(known.kind.__name__)
    guess = used_as(interp, info, parameter)
    if known == NONE:
        return join(guess, NONE)
    if known is None:
        return guess
    return known if isinstance(known, (ClassValue, External, Function, Partial)) else UNKNOWN


def _seen(interp: Evaluator, info: FunctionInfo, parameter: ast.arg, *, passed_on: bool) -> Value | None:
    """Return what recorded runs passed for a parameter; None where they say no more than its use.

    Shapes and dtypes stay open, so that they prove nothing, but for what decides whether the graph breaks. Where it is
    a tensor, what rests on that is noted. ``passed_on``: the function is called by others, which use what it returns.
    """
    observed = interp.observed
    if not observed or parameter.annotation is not None:
        return None
    fact = observed.of(info.module.source.path, info.qualname, info.node)
    value = fact.scene.values.get(parameter.arg) if fact is not None else None
    if fact is None or value is None or value.types is None or value.types <= {"None"}:
        return None
    found: list[Value] = []
    if value.tensor is not None and value.tensor.plain:
        found.append(_seen_tensor(info, parameter, value.tensor, fact.runs))
        texts = observed.resting.setdefault(info.node, {})
        kinds = value.tensor.dtypes
        what = "a boolean tensor" if kinds == _BOOLEAN else "a tensor"
        texts[parameter.arg] = f"that `{parameter.arg}` is {what} was observed in {runs(fact.runs)}"
        if passed_on:
            observed.passed_on.add(info.node)
    elif value.tensor is not None:
        return None
    found += [_SEEN.get(name) or PyValue("object") for name in sorted(value.types - TENSORS)]
    return join_all(found) if not all(one == PyValue("object") for one in found) else UNKNOWN


_SEEN: dict[str, Value] = {
    "None": NONE,
    **{name: PyValue(name) for name in _SCALARS},
    "torch.Size": PyValue("size"),
    "torch.dtype": PyValue("dtype"),
    "torch.device": PyValue("device"),
    **{name: SequenceValue(name) for name in ("list", "tuple", "set")},
    "dict": MappingValue((), True),
}
"""The values of types that were seen."""


def _seen_tensor(info: FunctionInfo, parameter: ast.arg, tensor: TensorFact, number: int) -> Tensor:
    floating = {_is_floating(dtype) for dtype in tensor.dtypes or ("",)}
    only = floating.pop() if len(floating) == 1 else None
    note = f"Tensor (observed in {runs(number)})"
    if tensor.dtypes == _BOOLEAN:
        note = f"boolean Tensor (observed in {runs(number)})"
    found = _named(info, parameter, HIGH, only, note)
    if tensor.dtypes == _BOOLEAN:
        found = replace(found, dtype=BOOLEAN)
    return replace(found, shape=()) if tensor.ranks == frozenset((0,)) else found


_BOOLEAN = frozenset(("bool",))


def _is_floating(dtype: str) -> bool | None:
    return dtype.startswith(("float", "bfloat")) if dtype else None


def _is_flag(interp: Evaluator, info: FunctionInfo, parameter: ast.arg) -> bool:
    """Return whether a name is only tested as a flag and called like one: annotated as a tensor by mistake."""
    if not _ASKED.match(parameter.arg):
        return False
    uses, name = _uses(interp, info), parameter.arg
    return name in uses.other and name not in uses.operands and name not in uses.torch


_ASKED = re.compile(r"(output|return|use|is|has|do|with)_")
"""Prefixes of the names of flags."""


def _evaluated(interp: Evaluator, info: FunctionInfo, default: ast.expr) -> Value:

    return interp.evaluate(Frame(info.module), default)


def default_of(info: FunctionInfo, parameter: ast.arg) -> ast.expr | None:
    return info.defaults.get(parameter)


_OTHERS = frozenset(name for kind in (str, bytes, list, dict, set, int, float, complex) for name in dir(kind))
_SHARED = _OTHERS | frozenset(
    "to float half double bfloat16 cpu cuda type apply share_memory_ requires_grad_ sum mean norm abs sqrt exp log pow "
    "max min any all T ndim shape dtype device size round set_ data name names grad layout sub subtract".split()
)
"""Members that tensors share with Python's own types, arrays or modules: their use alone says little."""


def confirmed(interp: Evaluator, tensor: Tensor, method: str) -> Tensor:
    """Return what was likely a tensor is one if it has a tensor's methods."""
    if tensor.confidence == LOW and method in interp.torch.methods and method not in _OTHERS:
        return replace(tensor, confidence=MEDIUM)
    return tensor


def only_of_tensors(interp: Evaluator, module: Module, name: str) -> bool:
    """Return whether a value that nothing is known of is taken for a tensor because this method of it is called."""
    known = name in interp.torch.methods and name not in _SHARED and not name.startswith("__")
    return (known or name in _UNTYPED) and name not in _methods_of_classes(interp, module)


def _methods_of_classes(interp: Evaluator, module: Module) -> frozenset[str]:
    """The names that tensors' methods have in common with those of classes that a module knows.

    Those that it defines, or has from its own package; no modules, and no subclasses of tensors.
    """
    known = interp.parameters.names_in_common.get(module)
    if known is None:
        known = interp.parameters.names_in_common[module] = frozenset(_names_in_common(interp, module))
    return known


def _names_in_common(interp: Evaluator, module: Module) -> Iterator[str]:
    package = module.name.partition(".")[0]
    for name, bindings in module.bindings.items():
        if not any(one.kind == "class" or (one.kind == "from" and name[:1].isupper()) for one in bindings):
            continue
        found = module.project.resolve(module, name)
        if found.module is None or found.module.name.partition(".")[0] != package:
            continue
        for binding in found.bindings:
            if binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
                cls = found.module.class_info(binding.node)
                if not is_tensor_class(cls) and not is_module_class(cls):
                    for entry in cls.mro:
                        if isinstance(entry, ClassInfo):
                            yield from entry.methods.keys() & interp.torch.methods.keys()


_UNTYPED = frozenset(("numpy", "untyped_storage"))
"""Methods of tensors alone that the torch data says nothing of, because they give something else."""


_ARRAY = frozenset(
    "shape dtype device size sum mean norm abs sqrt exp log pow max min any all T ndim float half".split()
)
"""The members that, inside compiled code, mark a value as a tensor."""
_FLAG = re.compile(
    r"(return|use|output|is|has|do|with|num|n|max|min)_"
    r"|.*_(idx|index|id|size|len|length|dim|mode|name|fn|flag|type)$"
    r"|(idx|index|i|j|n|k|mode|training|train|name|flag|dim|size|step|epoch|config|cfg|args|scale_factor)$"
    r"|(temperature|temp|top_[kp]|eps|epsilon|threshold|thresh|dropout|momentum|lr|guidance_scale|cfg_scale)$"
)
"""Names of numbers, flags and settings rather than tensors."""


_CONVENTION = re.compile(r"(.*_)?(mask|states|ids|embeds|embeddings|logits|labels|targets|pixel_values|features)")
"""Inputs of models that are tensors wherever these names are used."""


def used_as(interp: Evaluator, info: FunctionInfo, parameter: ast.arg) -> Value:
    """Return what the use of an undeclared parameter says of it: a tensor, surely or perhaps, or nothing."""
    used = _used_as(interp, info, parameter)
    return join(used, UNKNOWN) if parameter.arg in _uses(interp, info).asked else used


def _used_as(interp: Evaluator, info: FunctionInfo, parameter: ast.arg) -> Value:
    uses, name = _uses(interp, info), parameter.arg
    if name in uses.foreign:
        return UNKNOWN
    if (use := uses.sure.get(name)) is not None:
        return _named(info, parameter, MEDIUM, None, f"Tensor (it is used as one: .{use.attr})", use=use)
    if (call := uses.torch.get(name)) is not None:
        return _named(info, parameter, MEDIUM, None, f"Tensor (it is passed to {dotted_name(call.func)})", use=call)
    if (index := uses.sliced.get(name)) is not None:
        how = "indexed as one" if isinstance(index.value, ast.Name) and index.value.id == name else "compared in a mask"
        return _named(info, parameter, MEDIUM, None, f"Tensor (it is {how}: {ast.unparse(index)})", use=index)
    if not _is_entry(interp, info):
        return UNKNOWN
    named_as_flag = _FLAG.match(name) is not None
    is_flag = named_as_flag and name not in uses.indexed
    if _CONVENTION.fullmatch(name) and not is_flag and name not in uses.other:
        if interp.parameters.received.get(parameter):
            return PyValue("object")  # ``block(mask=1)``
        return _named(info, parameter, MEDIUM, None, "Tensor (by its name, as the field uses it)")
    if (use := uses.maybe.get(name)) is not None:
        return _named(info, parameter, MEDIUM, None, f"Tensor (compiled code uses its .{use.attr})", use=use)
    if default_of(info, parameter) is None and name not in uses.other:
        if is_flag:
            return UNKNOWN
        if interp.parameters.received.get(parameter):
            return PyValue("object")
        interp.parameters.guessed[parameter] = info
        sure = LOW if named_as_flag else MEDIUM  # it may be a list of flags: what is called of its items tells
        return _named(info, parameter, sure, None, f"Tensor (a required input of {info.name})")
    if default_of(info, parameter) is None and name in uses.holding - uses.called and not is_flag:
        return batches.given(info, parameter)
    return UNKNOWN


def _is_entry(interp: Evaluator, info: FunctionInfo) -> bool:
    """Return whether a function is called with what a model is given: a forward, or what is compiled itself."""
    return (info.owner is not None and info.name == "forward") or info in interp.parameters.entry_points


def confirmed_by_use(interp: Evaluator, info: FunctionInfo, name: str, tensor: Tensor) -> Tensor:
    """Return what was likely a tensor is one if the function uses the variable that holds it as a tensor."""
    uses = _uses(interp, info)
    if name in uses.foreign or not any(name in known for known in (uses.sure, uses.torch, uses.maybe, uses.sliced)):
        return tensor
    return replace(tensor, confidence=MEDIUM)


def _uses(interp: Evaluator, info: FunctionInfo) -> Uses:
    """Return which members of which names a function uses, and which names it passes to torch."""
    if info in interp.parameters.uses:
        return interp.parameters.uses[info]
    uses = interp.parameters.uses[info] = Uses()
    data = interp.torch
    functions: set[ast.expr] = set()
    parts: list[tuple[str, str]] = []
    for node in syntax.walk(info.node):
        uses.operands.update(part.id for part in _operands(node) if isinstance(part, ast.Name))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            if node.attr in _ARRAY:
                uses.maybe.setdefault(name, node)
            elif node.attr in _UNTYPED:
                uses.sure.setdefault(name, node)
            elif node.attr not in data.methods and node.attr not in data.properties and node.attr != "storage":
                uses.other.add(name)
                if node not in functions or node.attr in batches.METHODS:
                    uses.holding.add(name)
                else:
                    uses.called.add(name)
            elif node.attr not in _SHARED and node.attr not in _methods_of_classes(interp, info.module):
                uses.sure.setdefault(name, node)
        elif isinstance(node, ast.Call):
            functions.add(node.func)
            called = dotted_name(node.func)
            of_torch = called.startswith(("torch.", "F.", "nn.functional.")) and called not in _NOT_TENSOR_FIRST
            of_torch &= not called.rpartition(".")[2][:1].isupper()  # the sizes of a module
            for operand in node.args[_tensors_among(node, called.rpartition(".")[2] if of_torch else None)]:
                if isinstance(operand, ast.Name):
                    uses.torch.setdefault(operand.id, node)
            if isinstance(node.func, ast.Name):
                uses.other.add(node.func.id)
                uses.called.add(node.func.id)
            elif isinstance(node.func, ast.Attribute) and not _may_be_torch(node, node.func.attr):
                uses.foreign.add(dotted_name(node.func.value))
            if called in ("isinstance", "torch.is_tensor") and node.args and isinstance(node.args[0], ast.Name):
                uses.asked.add(node.args[0].id)
            if called in ("range", "len", "open", "str", "getattr", "hasattr"):
                uses.other.update(argument.id for argument in node.args if isinstance(argument, ast.Name))
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            uses.other.update(_flags(node.test))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            uses.other.update(_flags(node))
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Compare):
            compared = node.slice.left  # `y[x == 0]` has a mask
            if isinstance(compared, ast.Name) and all(isinstance(one, _ORDERS) for one in node.slice.ops):
                uses.sliced.setdefault(compared.id, node)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            name = node.value.id
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                uses.other.add(name)
                uses.holding.add(name)
            else:
                uses.indexed.add(name)
                if isinstance(node.slice, ast.Tuple) and any(map(_is_of_tensors, node.slice.elts)):
                    uses.sliced.setdefault(name, node)
        elif isinstance(node, ast.Compare):
            with_text = any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in node.comparators)
            if with_text and isinstance(node.left, ast.Name):
                uses.other.add(node.left.id)
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            gone_over = node.iter
            if isinstance(gone_over, ast.Call) and dotted_name(gone_over.func) == "reversed" and gone_over.args:
                gone_over = gone_over.args[0]
            if isinstance(gone_over, ast.Name):
                parts.append((gone_over.id, node.target.id))
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Tuple):
            parts += _paired(node.iter, node.target)
    uses.other.update(name for name, part in parts if part in uses.called and part not in uses.sure)
    uses.other -= uses.sure.keys() | uses.torch.keys() | uses.sliced.keys()
    for name in uses.other:
        uses.maybe.pop(name, None)
    return uses


def _tensors_among(call: ast.Call, name: str | None) -> slice:
    """Which arguments of a call are tensors. ``name``: that of the function, if it is one of torch's."""
    if name is not None:
        return slice(0, 2 if name in _OF_TWO or name.endswith("_loss") else 1)
    return slice(1, 2) if getattr(call.func, "attr", "") in _BY_INDEX else slice(0, 0)


_OF_TWO = frozenset(
    "cross_entropy binary_cross_entropy binary_cross_entropy_with_logits kl_div cosine_similarity pairwise_distance "
    "matmul mm bmm mv dot cdist".split()
)
"""Functions of torch that take two tensors, beside the losses."""


def _paired(iterable: ast.expr, target: ast.Tuple) -> list[tuple[str, str]]:
    """What ``for i, x in enumerate(xs)`` and ``for x, y in zip(xs, ys)`` go over, each with the name of its items."""
    called = dotted_name(iterable.func) if isinstance(iterable, ast.Call) else ""
    given = iterable.args if isinstance(iterable, ast.Call) and called in ("enumerate", "zip") else []
    names = target.elts[1:] if called == "enumerate" else target.elts
    return [
        (one.id, part.id)
        for one, part in zip(given, names, strict=False)
        if isinstance(one, ast.Name) and isinstance(part, ast.Name)
    ]


def _is_of_tensors(index: ast.expr) -> bool:
    """Return whether a part of an index is one that tensors and arrays alone take beside others."""
    return isinstance(index, ast.Slice) or (isinstance(index, ast.Constant) and index.value in (None, ...))


_ORDERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _may_be_torch(node: ast.Call, method: str) -> bool:
    """Return whether a call is one that a tensor's method takes."""
    is_open = any(isinstance(argument, ast.Starred) for argument in node.args)
    is_open |= any(keyword.arg is None for keyword in node.keywords)
    keywords = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    return takes(method, None if is_open else len(node.args), keywords)


def _operands(node: ast.AST) -> Sequence[ast.expr]:
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return (node.value,)
    if isinstance(node, ast.BinOp):
        return (node.left, node.right)
    return (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()


def _flags(test: ast.expr) -> set[str]:
    """The names that a test takes as flags: ``if name``, ``if not name``, ``if name and …``."""
    if isinstance(test, ast.Name):
        return {test.id}
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _flags(test.operand)
    if isinstance(test, ast.BoolOp):
        return {name for value in test.values for name in _flags(value)}
    return set()


_BY_INDEX = frozenset(
    f"{name}{end}"
    for name in (
        "gather index_add index_copy index_fill index_reduce index_select scatter scatter_add scatter_reduce".split()
    )
    for end in ("", "_")
)
"""Methods of tensors whose second argument is a tensor of places."""


_NOT_TENSOR_FIRST = {
    *(
        f"torch.{name}"
        for name in (
            "is_tensor zeros ones empty full rand randn randint arange linspace tensor as_tensor from_numpy "
            "compile device dtype cat stack concat hstack vstack meshgrid einsum manual_seed load save "
            "is_floating_point eye randperm Size Generator finfo iinfo set_grad_enabled autocast no_grad cond "
            "while_loop block_diag broadcast_shapes logspace sym_int"
        ).split()
    ),
}


def annotated(interp: Evaluator, module: Module, node: ast.expr | None, parameter: ast.AST | None = None) -> Value:
    """Return what an annotation promises."""
    if node is None:
        return UNKNOWN
    key = (node, parameter)
    known = interp.parameters.annotated.get(key)
    if known is None:
        interp.parameters.annotated[key] = UNKNOWN  # within itself, as a type of trees has it: Tree = list["Tree"]
        known = interp.parameters.annotated[key] = _annotated(interp, module, node, parameter)
    return known


def declared_attribute(
    interp: Evaluator, cls: ClassInfo, name: str, read: tuple[ast.AST, Module] | None = None
) -> Value:
    """What a class, or a method that assigns it, declares of an attribute. ``read``: the node that reads it, if any."""
    found = cls.find_annotation(name)
    if found is None:
        return UNKNOWN
    place = found[1], found[0].module
    node, module = read or place
    declared = annotated(interp, place[1], place[0], node)
    here = Evidence(node, module, "Tensor (annotated in its class)", place=place)
    return join_all(replace(o, evidence=here) if isinstance(o, Tensor) else o for o in alternatives(declared))


def _parsed(annotation: str) -> ast.expr | None:
    try:
        return ast.parse(annotation, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _annotated(interp: Evaluator, module: Module, node: ast.expr, parameter: ast.AST | None) -> Value:
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NONE
        if isinstance(node.value, str):
            text = node.value
            parsed = syntax.remembered(node, "parsed", lambda: _parsed(text))
            return annotated(interp, module, parsed, parameter) if parsed is not None else UNKNOWN
        return UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = (annotated(interp, module, side, parameter) for side in (node.left, node.right))
        return _either(join_all(sides))
    if isinstance(node, ast.Subscript):
        return _generic(interp, module, node, parameter)
    dotted = dotted_name(node)
    if not dotted:
        return UNKNOWN
    return _plain(interp, module, dotted, parameter)


def _either(value: Value) -> Value:
    """``Tensor | float`` is often a number: that it is a tensor is a guess, until it is used as one."""
    if not any(
        isinstance(option, PyValue) and option.kind in ("int", "float", "bool") for option in alternatives(value)
    ):
        return value
    return join_all(replace(o, confidence=LOW) if isinstance(o, Tensor) else o for o in alternatives(value))


def _plain(interp: Evaluator, module: Module, dotted: str, parameter: ast.AST | None) -> Value:
    target = interp.project.resolve_class(module, _dotted_expr(dotted))
    last = dotted.rpartition(".")[2]
    if isinstance(target, str):
        if (alias := _alias(interp, module, dotted)) is not None:
            return annotated(interp, *alias, parameter)
        if target != "?":
            last = target.rpartition(".")[2]
        if last in _TENSOR_CLASSES and (target.startswith("torch.") or (last.endswith("Tensor") and target == "?")):
            return _of_class(module, parameter, _TENSOR_CLASSES[last])
        if target.removeprefix("builtins.") in _SCALARS:
            return PyValue(last)
        if target in ("torch.Size", "torch.dtype", "torch.device"):
            return PyValue(last.lower())
        if target == "builtins.None":
            return NONE
        if last in _LISTS:
            return SequenceValue("list")
        if last in ("tuple", "Tuple"):
            return SequenceValue("tuple")
        if last in _DICTS:
            return MappingValue((), True)
        if target == "numpy.ndarray":
            return replace(_of_class(module, parameter, None), array=True)
        if target in batches.TENSOR_DICTS:
            return batches.declared(module, parameter)
        if target.startswith(_WITH_CLASSES) or target == "logging.Logger" or target in COMPILED_CLASSES:
            return ExternalInstance(target)
        return UNKNOWN
    if target is not None:
        if enumerations.is_enumeration(target):
            return enumerations.some_member(target)
        if is_tensor_class(target):
            return replace(_of_class(module, parameter, None), cls=target)
        return Instance(target, ("declared", target.module.name, target.qualname), exact=False)
    return UNKNOWN


def _of_class(module: Module, parameter: ast.AST | None, floating: bool | None) -> Tensor:
    """The tensor that an annotation declares."""
    key = (module.name, getattr(parameter, "lineno", 0), getattr(parameter, "col_offset", 0))
    name = getattr(parameter, "arg", "")
    return Tensor(
        shape=("shape", key, name),
        dtype=("dtype", key, name),
        floating=floating,
        sources=frozenset([(key, name)]),
        confidence=HIGH,
        evidence=Evidence(parameter, module, "Tensor (annotated)") if parameter is not None else None,
    )


def _alias(interp: Evaluator, module: Module, dotted: str) -> tuple[Module, ast.expr] | None:
    """What a name stands for that is set to a type with parts: ``OptTensor = Optional[Tensor]``."""
    resolved = interp.project.resolve(module, dotted)
    if resolved.module is None or len(resolved.bindings) != 1:
        return None
    node = resolved.bindings[0].node
    return (resolved.module, node) if isinstance(node, (ast.Subscript, ast.BinOp)) else None


_WITH_CLASSES = ("torch.nn.", "torch.optim.", "torch.amp.", "torch.cuda.amp.", "tensordict.", IMAGE)


def _dotted_expr(dotted: str) -> ast.expr:
    first, *rest = dotted.split(".")
    expr: ast.expr = ast.Name(first, ast.Load())
    for part in rest:
        expr = ast.Attribute(expr, part, ast.Load())
    return expr


def _generic(interp: Evaluator, module: Module, node: ast.Subscript, parameter: ast.AST | None) -> Value:
    name = dotted_name(node.value).rpartition(".")[2]
    parts = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Optional":
        return join(annotated(interp, module, parts[0], parameter), NONE)
    if name == "Union":
        return _either(join_all(annotated(interp, module, part, parameter) for part in parts))
    if name == "Literal":
        return join_all(Const(part.value) if isinstance(part, ast.Constant) else UNKNOWN for part in parts)
    if name in ("Annotated", "Final", "ClassVar", "Required", "NotRequired"):
        return annotated(interp, module, parts[0], parameter)
    if name in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return SequenceValue("tuple", None, annotated(interp, module, parts[0]))
        return SequenceValue("tuple", tuple(annotated(interp, module, part) for part in parts))
    if name in _LISTS:
        return SequenceValue("list", None, annotated(interp, module, parts[0]))
    if name in _DICTS and len(parts) == 2:
        return MappingValue((), True, annotated(interp, module, parts[1]))
    if name in ("type", "Type", "Callable"):
        return UNKNOWN
    if (
        name in _JAXTYPING
        and len(parts) == 2
        and (described := _described(interp, module, node, parameter)) is not None
    ):
        return described
    return annotated(interp, module, node.value, parameter)


_JAXTYPING: dict[str, tuple[bool | None, str | None]] = {
    "Shaped": (None, None),
    "Num": (None, None),
    "Inexact": (None, None),
    "Real": (None, None),
    "Bool": (False, BOOLEAN),
    "Float": (True, None),
    "Integer": (False, None),
    "Int": (False, None),
    "UInt": (False, None),
    "BFloat16": (True, "torch.bfloat16"),
    **{f"Float{bits}": (True, f"torch.float{bits}") for bits in (16, 32, 64)},
    **{f"Int{bits}": (False, f"torch.int{bits}") for bits in (8, 16, 32, 64)},
    "UInt8": (False, "torch.uint8"),
}
"""The annotations of jaxtyping: whether the dtype is a floating-point one, and which it is."""


def _described(interp: Evaluator, module: Module, node: ast.Subscript, parameter: ast.AST | None) -> Value | None:
    """The tensor of ``Float[Tensor, "batch dim"]``: what has the same dimensions in one function has one shape."""
    base = interp.project.resolve_class(module, _dotted_expr(dotted_name(node.value)))
    if not isinstance(base, str) or not base.startswith("jaxtyping.") or not isinstance(node.slice, ast.Tuple):
        return None
    kind, dimensions = node.slice.elts
    tensor = annotated(interp, module, kind, parameter)
    text = dimensions.value if isinstance(dimensions, ast.Constant) else None
    if not isinstance(tensor, Tensor) or not isinstance(text, str):
        return None
    floating, dtype = _JAXTYPING[dotted_name(node.value).rpartition(".")[2]]
    arguments = module.parents.get(parameter) if parameter is not None else None
    function = module.parents.get(arguments) if arguments is not None else None
    shape = _dimensions(text, ("dimensions", id(function)) if function is not None else ("of", tensor.shape))
    shape = shape if shape is not None else tensor.shape
    return replace(tensor, floating=floating, dtype=dtype or tensor.dtype, shape=shape)


def _dimensions(text: str, scope: Hashable) -> Hashable:
    """The shape that dimensions in jaxtyping's notation stand for; None where they say too little."""
    found = [word.rpartition("=")[2] for word in text.split()]
    if any(word[0] in "#_?." for word in found if word):
        return None
    if found and all(word.isdecimal() for word in found):
        return tuple(map(int, found))
    if not found:
        return ()
    shape = (scope, *found)
    return shape if all(word.startswith("*") for word in found) else terms.sized(shape)


def declared_return(interp: Evaluator, info: FunctionInfo) -> Value:
    """Return what a function's annotation says that it returns."""
    if isinstance(info.node, ast.Lambda):
        return UNKNOWN
    value = annotated(interp, info.module, info.node.returns, info.node)
    return anonymous(value)


def anonymous(value: Value) -> Value:
    """Without what would prove two tensors' shapes or dtypes equal."""
    if isinstance(value, Tensor):
        return replace(
            value,
            shape=value.shape if value.shape == () else None,
            dtype=BOOLEAN if value.dtype == BOOLEAN else None,
            sources=None,
            evidence=value.evidence,
        )
    if isinstance(value, UnionValue):
        return UnionValue(tuple(anonymous(option) for option in value.alternatives))
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(anonymous(item) for item in value.items)
        return replace(value, items=items, element=anonymous(value.element))
    if isinstance(value, MappingValue):
        return replace(value, items=tuple((k, anonymous(v)) for k, v in value.items), element=anonymous(value.element))
    return value


def translate(interp: Evaluator, frame: Frame, node: ast.AST, info: FunctionInfo, env: Env, value: Value) -> Value:
    """Return what a call returned, seen from the caller: nothing named after the callee's parameters gets out.

    The result may be an argument itself, so it does not count as fresh unless the callee made it.
    """
    plain = anonymous(value)
    found = []
    for option in alternatives(plain):
        if isinstance(option, Tensor):
            shape = option.shape if option.shape == () else unique(frame, "shape")
            evidence = Evidence(node, frame.module, "Tensor (returned)", option.evidence, origin=Origin.RETURNED)
            dtype = BOOLEAN if option.dtype == BOOLEAN else unique(frame, "dtype")
            option = replace(option, shape=shape, dtype=dtype, evidence=evidence)
        found.append(option)
    return join_all(found)


_SERIAL = iter(range(1, 1 << 62))


def unique(frame: Frame, what: str) -> object:
    """A term that equals no other; None inside of loops, where one place has many values."""
    return None if frame.in_loop() else (what, next(_SERIAL))
