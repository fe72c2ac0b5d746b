"""Members of enumerations, of which some are texts or integers too."""

from __future__ import annotations

from fullgraph.lint.domain.values import Const, EnumMember, NumberMember, PyValue, TextMember, Value
from fullgraph.lint.project.index import ClassInfo

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
    return Const(EnumMember(f"{cls.module.name}.{cls.qualname}", name)) if plain else None


def mixed_member(cls: ClassInfo, value: Value) -> Value:
    """The member of a class that an attribute makes, where members are texts or integers too; else its value."""
    if isinstance(value, Const) and is_enumeration(cls) and not _has_own_methods(cls):
        if value.kind is str:
            return Const(TextMember(value.value))
        if value.kind is int:
            return Const(NumberMember(value.value))
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
