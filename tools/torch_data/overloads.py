"""The overloads of functions that no stub file has: by their Python code, flags and operators."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from fullgraph.lint.torch_data.kinds import Kind

from tools.torch_data.observe import flag_kinds
from tools.torch_data.stubs import Signature, annotated, python_signature, schema_signature


def called(function: Callable[..., Any]) -> set[str]:
    """The global and attribute names in a Python function's code."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return set(code.co_names) if code is not None else set()


def python_signatures(function: Callable[..., Any], ops: list[Any]) -> list[Signature]:
    """The overloads of a function without a stub: by its Python parameters, else by the schemas of its operators."""
    leaf = inspect.unwrap(dispatch(function)[0][1])
    if inspect.isfunction(leaf):
        found = python_signature(leaf)
        return [found] if found is not None else []
    return [schema_signature(op._schema) for op in ops]


def with_defaults(signature: Signature, ops: list[Any]) -> Signature:
    """The signature of a stub, with the defaults that it leaves out (``...``) taken from the operators."""
    known = {name: value for op in ops for name, value in schema_signature(op._schema).defaults.items()}
    defaults = {
        name: known.get(name, value) if value is Ellipsis else value for name, value in signature.defaults.items()
    }
    return Signature(signature.words, defaults)


def leaves(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The functions that a function dispatches to by its flags; itself where it does not."""
    return [leaf for _, leaf in dispatch(function)]


def dispatch(function: Callable[..., Any]) -> list[tuple[dict[str, bool], Callable[..., Any]]]:
    """Take apart what ``torch._jit_internal.boolean_dispatch`` made: flags and the function that they choose."""
    code = getattr(function, "__code__", None)
    if code is None or "if_true" not in code.co_freevars:
        return [({}, function)]
    cells = inspect.getclosurevars(function).nonlocals
    return [
        ({cells["arg_name"]: value, **flags}, leaf)
        for value, branch in ((False, cells["if_false"]), (True, cells["if_true"]))
        for flags, leaf in dispatch(branch)
    ]


def parameter_words(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [f"{p.name}:any{'' if p.default is inspect.Parameter.empty else '='}" for p in parameters]


def with_flags(words: list[str], flags: dict[str, bool]) -> str:
    """The words, with each flag's type fixed; True must then be given, False is every flag's default."""
    fixed = []
    for word in words:
        name = word.partition(":")[0]
        if name in flags:
            word = f"{name}:True" if flags[name] else f"{name}:False="
        fixed.append(word)
    return " ".join(fixed)


def dispatched(function: Callable[..., Any], tuples: dict[str, int]) -> list[tuple[str, Kind]]:
    """The overloads of a function that chooses another one by its flags, by the annotations of those."""
    branches = dispatch(function)
    if len(branches) == 1:
        return []
    return [(with_flags(parameter_words(leaf), chosen), annotated(leaf, tuples)) for chosen, leaf in branches]


def flagged(function: Callable[..., Any]) -> list[tuple[str, Kind]]:
    """The overloads of a Python function of one tensor with flags ``return_...``, by calling it with each choice."""
    leaf = inspect.unwrap(dispatch(function)[0][1])
    if not inspect.isfunction(leaf):
        return []
    words = parameter_words(leaf)
    names = [word.partition(":")[0] for word in words if word.startswith("return_")]
    if not names:
        return []
    words = words[1:] if words[0].startswith("self:") else words
    return [(with_flags(words, chosen), kind) for chosen, kind in flag_kinds(function, names)]
