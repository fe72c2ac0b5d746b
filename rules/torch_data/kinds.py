"""What a call returns, as data: the vocabulary of ``torch-*.json``.

A *kind* is one of

* a word: ``tensor``, ``tensors`` (a tuple or list of tensors of unknown length), ``size``, ``int``, ``bool``,
  ``float``, ``complex``, ``number`` (a Python number of a type that only the data decides), ``str``, ``none``,
  ``dtype``, ``device``, ``layout``, ``list``, ``any`` (nothing is known); with ``?`` behind it, it may also be None;
* a list of kinds: a tuple with just these items;
* ``{"overloads": [[parameters, kind], ...]}``: what it returns depends on the arguments. ``parameters`` is one word per
  parameter, without ``self``: ``dim:int``, ``keepdim:bool=`` (has a default), ``*as_tuple:True`` (by keyword only),
  ``size:int...`` (variadic); types are joined by ``|``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Kind: TypeAlias = str | list[Any] | dict[str, Any]

_ACCEPTS: dict[str, frozenset[str]] = {
    "int": frozenset({"int", "bool", "True", "False", "number", "float"}),
    "float": frozenset({"float", "int", "bool", "True", "False", "number"}),
    "number": frozenset({"float", "int", "bool", "True", "False", "number", "complex"}),
    "bool": frozenset({"bool", "True", "False"}),
    "ints": frozenset({"size", "list", "ints", "int"}),
    "tensors": frozenset({"tensors", "list"}),
    "True": frozenset({"True", "bool"}),
    "False": frozenset({"False", "bool"}),
}


_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}
"""Keywords that torch takes for its own, as NumPy spells them."""


def _fits(parameter: str, argument: str) -> bool:
    """Whether an argument of this kind can be passed for a parameter of these types; in doubt, yes."""
    if argument == "any":
        return True
    return any(
        kind in ("any", argument) or argument in _ACCEPTS.get(kind, ()) or f"{kind}?" == argument
        for kind in parameter.split("|")
    )


def _accepts(signature: str, arguments: Sequence[str], keywords: Mapping[str, str]) -> bool:
    left = {_NUMPY_NAMES.get(name, name): argument for name, argument in keywords.items()}
    positional = list(arguments)
    for word in signature.split():
        name, _, types = word.partition(":")
        keyword_only = name.startswith("*")
        name = name.lstrip("*")
        optional = types.endswith("=")
        types = types.removesuffix("=")
        if types.endswith("..."):
            if any(not _fits(types.removesuffix("..."), argument) for argument in positional):
                return False
            positional = []
            continue
        if positional and not keyword_only:
            if name in left or not _fits(types, positional.pop(0)):
                return False
        elif name in left:
            if not _fits(types, left.pop(name)):
                return False
        elif not optional:
            return False
    return not positional and not left


def resolve(kind: Kind, arguments: Sequence[str] = (), keywords: Mapping[str, str] | None = None) -> Kind:
    """What a call returns, given the kinds of its arguments (without ``self``).

    An argument's kind is a word as above, ``True`` or ``False`` for those constants, or ``any``. Where the arguments
    leave several overloads open that differ, the answer is ``any``.
    """
    if not isinstance(kind, dict):
        return kind
    overloads = kind["overloads"]
    found = [result for signature, result in overloads if _accepts(signature, arguments, keywords or {})]
    if not found:
        return "any"
    first: Kind = found[0]
    return first if all(result == first for result in found) else "any"
