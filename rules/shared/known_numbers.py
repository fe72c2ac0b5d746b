"""Python functions that need to know a number that was read from a tensor, and the modes in which they end the graph.

Under ``fullgraph=True`` such a number is a symbol without a value, of which nothing is known. In the default mode it is
a plain number at first, and a symbol with a value once it has changed: most of Python then guards on the value, but
some of it is traced with no symbol. Proved by the cases of FG103, FG202 and FG206.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Mode
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.tensor_reads import held_number
from fullgraph.lint.domain.values import (
    Const,
    PyValue,
    SequenceValue,
    Value,
    holds_constants,
    is_whole,
    scalar_part,
    tensor_part,
)
from fullgraph.rules.shared.common import FULLGRAPH_ONLY
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import is_length, kind_of, read, symbol
from fullgraph.rules.shared.rest_of_function import computes_after

_UNTRACED = {
    "builtins.divmod": None,
    "builtins.chr": None,
    "builtins.int.__invert__": None,
    "operator.invert": None,
    "operator.inv": None,
    "builtins.bin": "2.14",
    "builtins.oct": "2.14",
    "builtins.hex": "2.14",
    "builtins.float.bit_count": None,
    "builtins.float.to_bytes": None,
    "builtins.str.__mul__": "2.13",
    "builtins.max": None,
    "builtins.min": None,
}
"""Functions traced with no symbol, and the torch version since which they are with one that has a value."""
_ANSWERS = frozenset(
    f"math.{name}" for name in "comb factorial gcd isclose isfinite isinf isnan isqrt lcm ldexp perm".split()
)
"""Functions that give a truth value or an integer: traced with no symbol, where the code around them is compiled."""
_NEEDED = frozenset(
    (
        *(f"builtins.{name}" for name in ("divmod", "chr", "bin", "oct", "hex")),
        *(f"builtins.float.{name}" for name in ("bit_length", "bit_count", "to_bytes", "as_integer_ratio", "hex")),
        *("builtins.int.__invert__", "operator.invert", "operator.inv"),
        "builtins.bool.__int__",
    )
)
"""Functions and methods, of whose arguments none may be a symbol without a value."""
_HASHED = frozenset(("builtins.set", "builtins.frozenset", "builtins.dict.fromkeys", "collections.Counter"))
"""Functions that hash the items of their first argument."""
_ORDERED = frozenset(("builtins.max", "builtins.min"))
_COMPARED = frozenset(("itertools.groupby",))
"""Functions that compare the items of their first argument."""
_POWERS = frozenset(("builtins.int.__pow__", "builtins.pow", "operator.pow"))
_SEARCHES = frozenset(
    f"builtins.{name}" for name in ("list.index", "list.count", "list.remove", "tuple.index", "tuple.count")
)

_KEYED = frozenset(("builtins.hash", "builtins.set.add", "builtins.dict.__contains__", "builtins.set.__contains__"))
"""Functions and methods that hash an argument, a tuple of numbers too."""

NEEDING = frozenset(
    (*_NEEDED, *_HASHED, *_COMPARED, *_ORDERED, *_POWERS, *_SEARCHES, *_KEYED, "builtins.range.__contains__")
)
"""The calls that ``known_number`` knows."""


def known_number(event: Call) -> Finding | None:
    """The finding where a call needs to know a number read from a tensor."""
    if event.name == "builtins.hash" and in_versions(event, before="2.13"):
        return None  # of numbers it is not traced at all: FG504
    if event.name in _KEYED:
        return number_among(event, keys_among(event.args))
    if event.name in _NEEDED:
        return number_among(event, event.args)
    if event.name in _POWERS:
        whole = len(event.args) == 2 and all(map(_is_whole, event.args))
        return number_among(event, event.args[1:]) if whole else None
    if event.name in _HASHED:
        return number_among(event, keys_among(_items(event.args[:1])))
    if event.name in _COMPARED:
        return number_among(event, _items(event.args[:1]))
    if event.name in _ORDERED:
        # The greatest of some numbers is captured, if that is all that is asked.
        asked = "key" in event.kwargs or ("default" in event.kwargs and in_versions(event, before="2.14"))
        return number_among(event, _items(event.args)) if asked else None
    if event.name in _SEARCHES:
        return _of_search(event)
    if event.name == "builtins.range.__contains__":
        number = symbol(event.args[1])
        captured = number is not None and number.kind == "float" and in_versions(event, since="2.15")
        return None if captured else number_among(event, event.args[1:])
    return None


def number_among(event: Call, values: tuple[Value, ...]) -> Finding | None:
    """The finding where one of the values is a number that was read from a tensor."""
    value = next((value for value in values if symbol(value) is not None), None)
    if value is not None:
        return known_number_finding(event, value, called(event.name), modes_of(event))
    given = next((value for value in values if (part := scalar_part(value)) is not None and part.captured), None)
    if given is None or event.name not in _ANSWERS or tensor_part(given) is not None or not computes_after(event):
        return None
    return known_number_finding(event, given, called(event.name), BOTH_MODES)


def known_number_finding(event: Event, value: Value, what: str, modes: tuple[Mode, ...] = FULLGRAPH_ONLY) -> Finding:
    """The finding for a number that was read from a tensor, which ``what`` has to know."""
    modes = FULLGRAPH_ONLY if is_length(value) else modes
    message = f"{what} needs to know {kind_of(value)}: {event.text}"
    return replace(read(event, value, message, f"{what} has to know it", modes), once_changed=True)


def modes_of(event: Call) -> tuple[Mode, ...]:
    """The modes in which this ends the graph where it meets a number that was read from a tensor."""
    if event.name in _ANSWERS:
        return BOTH_MODES if computes_after(event) else FULLGRAPH_ONLY
    if event.name not in _UNTRACED:
        return FULLGRAPH_ONLY
    since = _UNTRACED[event.name]
    return FULLGRAPH_ONLY if since is not None and in_versions(event, since=since) else BOTH_MODES


_OPERATORS = {
    "__contains__": "`in`",
    "__mul__": "the operator *",
    "__pow__": "the operator **",
    "__invert__": "the operator ~",
    "__int__": "arithmetic with a truth value",
}


def called(name: str) -> str:
    """Return how a message calls the function."""
    bare = name.rpartition(".")[2]
    if bare in _OPERATORS:
        return _OPERATORS[bare]
    if name.startswith(("torch.Tensor.", "builtins.float.")) or name in _SEARCHES:
        return f".{bare}()"
    return f"{name.removeprefix('builtins.')}()"


def keys_among(values: Iterable[Value]) -> tuple[Value, ...]:
    """What is hashed for each value: for a tuple, a number that was read from a tensor and is in it."""
    return tuple(held_number(value) or value if scalar_part(value) is None else value for value in values)


def numbers_in(data: Value, depth: int = 3) -> Iterator[Value]:
    """Return the numbers of a list, or of lists of lists; a number itself."""
    if isinstance(data, SequenceValue) and depth:
        for item in data.items if data.items is not None else (data.each(),):
            yield from numbers_in(item, depth - 1)
    else:
        yield data


def _items(values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(value.each() if isinstance(value, SequenceValue) else value for value in values)


def _of_search(event: Call) -> Finding | None:
    """The finding where such a number is looked for in a list, or something in a list of such numbers."""
    if len(event.args) < 2:
        return None
    owner, wanted = event.args[:2]
    if isinstance(owner, SequenceValue) and owner.items and owner.items[0] == wanted:
        return None  # the first one is it
    if symbol(wanted) is not None and holds_constants(owner):
        return number_among(event, (wanted,))
    among = _items((owner,))[0]
    plain = symbol(wanted) is not None or isinstance(wanted, (Const, PyValue))
    return number_among(event, (among,)) if plain and symbol(among) is not None else None


def _is_whole(value: Value) -> bool:
    """Return whether it is an ``int``: of a power of such, whether it is one depends on the sign of the exponent."""
    number = symbol(value)
    return number.kind == "int" if number is not None else is_whole(value)
