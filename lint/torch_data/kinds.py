"""What a call returns, as data: the vocabulary of ``torch-*.json``.

A *kind* is one of

* a word: ``tensor``, ``tensors`` (a tuple or list of tensors of unknown length), ``size``, ``int``, ``bool``,
  ``float``, ``complex``, ``number`` (a Python number of a type that only the data decides), ``str``, ``none``,
  ``dtype``, ``device``, ``layout``, ``list``, ``dict`` (``dict[tensor]``: its values are tensors), ``any`` (nothing is
  known); with ``?`` behind it, it may also be None;
* a list of kinds: a tuple with just these items;
* ``{"overloads": [[parameters, kind], ...]}``: what it returns depends on the arguments. ``parameters`` is one word per
  parameter, without ``self``: ``dim:int``, ``keepdim:bool=`` (has a default), ``*as_tuple:True`` (by keyword only),
  ``size:int...`` (variadic); types are joined by ``|``. Where it matters, ``mask`` is a boolean tensor and ``index`` a
  tensor of any other dtype.

Whether a call ends the graph (``TorchData.breaks``) is said in the same form, with these words for kinds: ``both`` (in
the default mode and with ``fullgraph=True``), ``default`` (in the default mode; with ``fullgraph=True`` not, or not
always), ``no``, ``any`` (the arguments' kinds do not tell). An argument that equals its parameter's default is taken
there for one that is not given.
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
    "tensor": frozenset({"mask", "index"}),
    "mask": frozenset({"tensor"}),
    "index": frozenset({"tensor"}),
    "tensors": frozenset({"tensors", "list"}),
    "True": frozenset({"True", "bool"}),
    "False": frozenset({"False", "bool"}),
}


_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}
"""Keywords that torch takes for its own, as NumPy spells them."""


def _fits(parameter: str, argument: str) -> bool:
    """Return whether an argument of this kind can be passed for a parameter of these types; in doubt, yes."""
    if argument == "any":
        return True
    return any(
        kind in ("any", argument) or argument in _ACCEPTS.get(kind, ()) or f"{kind}?" == argument
        for kind in parameter.split("|")
    )


def bind(signature: str, arguments: Sequence[str], keywords: Mapping[str, str]) -> dict[str, int | str] | None:
    """Return the argument of each parameter, by position or keyword; None where the overload does not take the call.

    The arguments are given by their kinds. What a variadic parameter takes is left out.
    """
    left = {_NUMPY_NAMES.get(name, name): (name, argument) for name, argument in keywords.items()}
    positional = list(enumerate(arguments))
    bound: dict[str, int | str] = {}
    for word in signature.split():
        name, _, types = word.partition(":")
        keyword_only = name.startswith("*")
        name = name.lstrip("*")
        optional = types.endswith("=")
        types = types.removesuffix("=")
        if types.endswith("..."):
            if any(not _fits(types.removesuffix("..."), argument) for _, argument in positional):
                return None
            positional = []
            continue
        if positional and not keyword_only:
            place, argument = positional.pop(0)
            if name in left or not _fits(types, argument):
                return None
            bound[name] = place
        elif name in left:
            keyword, argument = left.pop(name)
            if not _fits(types, argument):
                return None
            bound[name] = keyword
        elif not optional:
            return None
    return None if positional or left else bound


def resolve(kind: Kind, arguments: Sequence[str] = (), keywords: Mapping[str, str] | None = None) -> Kind:
    """Return what a call returns, given the kinds of its arguments (without ``self``).

    An argument's kind is a word as above, ``True`` or ``False`` for those constants, or ``any``. Where the arguments
    leave several overloads open that differ, the answer is ``any``.
    """
    if not isinstance(kind, dict):
        return kind
    overloads = kind["overloads"]
    found = [result for signature, result in overloads if bind(signature, arguments, keywords or {}) is not None]
    if not found:
        return "any"
    first: Kind = found[0]
    return first if all(result == first for result in found) else "any"
