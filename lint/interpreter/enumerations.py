"""Members of enumerations, of which some are texts or integers too."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Const,
    EnumMember,
    NumberMember,
    PyValue,
    TextMember,
    Value,
)
from fullgraph.lint.interpreter import special_methods
from fullgraph.lint.project.index import ClassInfo

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_PLAIN = frozenset(("enum.Enum", "enum.Flag"))
_TEXTS = frozenset(("enum.StrEnum", "builtins.str"))
_NUMBERS = frozenset(("enum.IntEnum", "enum.IntFlag", "builtins.int"))
_MIXED = _TEXTS | _NUMBERS | {"builtins.float"}
"""Bases by which the members of an enumeration are numbers or texts too."""
_OF_TEXTS = tuple(name for name in dir(str) if not name.startswith("_"))
TEXT, NUMBER = PyValue(TextMember.__name__), PyValue(NumberMember.__name__)
"""Some member that is a text too, and one that is an integer too."""


def is_enumeration(cls: ClassInfo) -> bool:
    """Return whether a class is an enumeration."""
    return any(base.startswith("enum.") for base in cls.external_bases())


def some_member(cls: ClassInfo) -> PyValue:
    """Some member of an enumeration."""
    bases = cls.external_bases()
    if _has_own_methods(cls):
        return PyValue("object")
    return TEXT if _TEXTS.intersection(bases) else NUMBER if _NUMBERS.intersection(bases) else PyValue("object")


def member(cls: ClassInfo, name: str) -> Value | None:
    """The member of that name of an enumeration whose members are nothing else; None for other classes."""
    bases = cls.external_bases()
    plain = _PLAIN.intersection(bases) and not _MIXED.intersection(bases)
    return Const(EnumMember(_dotted(cls), name)) if plain else None


def _dotted(cls: ClassInfo) -> str:
    return f"{cls.module.name}.{cls.qualname}"


def by_value(interp: Evaluator, cls: ClassInfo, value: Value) -> Value | None:
    """``cls(value)``: the member with that value; None where it is not known."""
    if not isinstance(value, Const):
        return None
    if class_of(interp, value) is cls:
        return value
    for name, expr in cls.attributes.items():
        if expr is not None and interp.evaluate(Frame(cls.module), expr) == value:
            return by_name(interp, cls, name)
    return None


def by_name(interp: Evaluator, cls: ClassInfo, name: str) -> Value | None:
    """``cls[name]``: the member of that name; None where it is not known, or the class is no enumeration."""
    expr = cls.attributes.get(name) if is_enumeration(cls) else None
    if expr is None:
        return None
    found = member(cls, name) or mixed_member(cls, interp.evaluate(Frame(cls.module), expr))
    return found if class_of(interp, found) is cls else None


def class_of(interp: Evaluator, value: Value) -> ClassInfo | None:
    """The enumeration of which a value is a member; None for what is none."""
    if not isinstance(value, Const) or not isinstance(value.value, (EnumMember, TextMember, NumberMember)):
        return None
    found = interp.imported(value.value.cls) if value.value.cls else None
    return found.cls if isinstance(found, ClassValue) else None


def attribute(interp: Evaluator, frame: Frame, node: ast.AST, owner: Const, name: str) -> Value | None:
    """An attribute that the enumeration of a member defines; None for others."""
    cls = class_of(interp, owner)
    if cls is None:
        return None
    if isinstance(owner.value, EnumMember) and name == "name":
        return Const(owner.value.name)
    if isinstance(owner.value, EnumMember) and name == "value":
        place, expr = cls.find_attribute(owner.value.name) or (cls, None)
        held = interp.evaluate(Frame(place.module), expr) if expr is not None else UNKNOWN
        return held if isinstance(held, Const) else None
    return special_methods.own(interp, frame, node, owner, cls, name)


def mixed_member(cls: ClassInfo, value: Value) -> Value:
    """The member of a class that an attribute makes, where members are texts or integers too; else its value."""
    if isinstance(value, Const) and is_enumeration(cls) and not _has_own_methods(cls):
        if value.kind is str:
            text = TextMember(value.value)
            text.cls = _dotted(cls)
            return Const(text)
        if value.kind is int:
            number = NumberMember(value.value)
            number.cls = _dotted(cls)
            return Const(number)
    return value


def _has_own_methods(cls: ClassInfo) -> bool:
    """Return whether a class has methods of its own in place of those of texts."""
    return any(cls.find_method(name) is not None for name in _OF_TEXTS)


def some_like(value: Value) -> PyValue | None:
    """Some member of the kind of one that is a text or an integer too; None for other values."""
    return TEXT if is_text(value) else NUMBER if is_number(value) else None


def is_text(value: Value) -> bool:
    """Return whether a value is a member that is a text too."""
    return value == TEXT or (isinstance(value, Const) and isinstance(value.value, TextMember))


def is_number(value: Value) -> bool:
    """Return whether a value is a member that is an integer too."""
    return value == NUMBER or (isinstance(value, Const) and isinstance(value.value, NumberMember))


def value_of(member: Value) -> Value | None:
    """What ``member.value`` gives; None for what is no such member."""
    if isinstance(member, Const) and isinstance(member.value, (TextMember, NumberMember)):
        return Const(member.kind(member.value))
    return PyValue("str") if member == TEXT else PyValue("int") if member == NUMBER else None
