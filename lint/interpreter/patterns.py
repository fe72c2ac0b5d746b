"""Patterns of ``match``: whether a value is known to match, and what the names in it are bound to."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Env, Frame
from fullgraph.lint.domain.values import (
    INT,
    NONE,
    UNKNOWN,
    Batch,
    Const,
    Instance,
    MappingValue,
    PyValue,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
)
from fullgraph.lint.interpreter import attributes, containers, dataclass_fields, narrowing, operators
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def matched(interp: Evaluator, frame: Frame, pattern: ast.pattern, subject: ast.expr, value: Value) -> bool | None:
    """Return whether a value matches, None where that is not known; where it may, bind the names of the pattern."""
    bound: Env = {}
    options = list(alternatives(value))
    found = [_matches(interp, frame, pattern, subject, option, bound) for option in options]
    kept = [option for option, answer in zip(options, found, strict=True) if answer is not False]
    if not kept:
        return False
    for part in syntax.walk(pattern):
        name = _bound_name(part)
        if name is not None:
            frame.env[name] = bound.get(name, UNKNOWN)
    if isinstance(subject, ast.Name) and len(kept) < len(options):
        frame.env[subject.id] = join_all(kept)
    return True if all(found) else None


def as_test(pattern: ast.pattern, subject: ast.expr) -> ast.expr:
    """The test of a pattern of values, ``subject == value``; of other patterns, the subject."""

    def make() -> ast.expr:
        parts = pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]
        values = [part.value for part in parts if isinstance(part, ast.MatchValue)]
        if len(values) < len(parts):
            return subject
        one = len(values) == 1
        right = values[0] if one else ast.copy_location(ast.Tuple(values, ast.Load()), pattern)
        return ast.copy_location(ast.Compare(subject, [ast.Eq() if one else ast.In()], [right]), pattern)

    return syntax.remembered(pattern, "test", make)


def _bound_name(pattern: ast.AST) -> str | None:
    if isinstance(pattern, (ast.MatchAs, ast.MatchStar)):
        return pattern.name
    return pattern.rest if isinstance(pattern, ast.MatchMapping) else None


def _matches(
    interp: Evaluator, frame: Frame, pattern: ast.pattern, subject: ast.expr, value: Value, bound: Env
) -> bool | None:
    """Match one alternative of a value."""
    if isinstance(value, UnionValue):
        return _all([_matches(interp, frame, pattern, subject, one, bound) for one in value.alternatives], some=True)
    if isinstance(pattern, ast.MatchValue):
        wanted = interp.evaluate(frame, pattern.value)
        made = operators.compared(interp, frame, subject, value, ast.Eq(), wanted)
        return interp.test(frame, subject, made, "match")
    if isinstance(pattern, ast.MatchSingleton):
        if isinstance(value, Const):
            return value == Const(pattern.value)
        return None if value is UNKNOWN or value == PyValue("bool") else False
    if isinstance(pattern, ast.MatchAs):
        answer = True if pattern.pattern is None else _matches(interp, frame, pattern.pattern, subject, value, bound)
        if answer is not False:
            _bind(bound, pattern.name, value)
        return answer
    if isinstance(pattern, ast.MatchOr):
        answers = []
        for one in pattern.patterns:
            answers.append(_matches(interp, frame, one, subject, value, bound))
            if answers[-1]:
                return True
        return None if None in answers else False
    if isinstance(pattern, ast.MatchSequence):
        return _sequence(interp, frame, pattern, subject, value, bound)
    if isinstance(pattern, ast.MatchMapping):
        return _mapping(interp, frame, pattern, subject, value, bound)
    if isinstance(pattern, ast.MatchClass):
        return _object(interp, frame, pattern, subject, value, bound)
    return None


def _bind(bound: Env, name: str | None, value: Value) -> None:
    if name is not None:
        bound[name] = join(bound[name], value) if name in bound else value


def _all(answers: Sequence[bool | None], some: bool = False) -> bool | None:
    """Whether all parts match; with ``some``, whether any alternative of a value does, and surely if all do."""
    if all(answers):
        return True
    if some:
        return None if any(answer is not False for answer in answers) else False
    return False if False in answers else None


def _sequence(
    interp: Evaluator, frame: Frame, pattern: ast.MatchSequence, subject: ast.expr, value: Value, bound: Env
) -> bool | None:
    parts = pattern.patterns
    star = next((index for index, part in enumerate(parts) if isinstance(part, ast.MatchStar)), None)
    if isinstance(value, (Tensor, MappingValue, Const, Batch)):
        return False
    items = attributes.positional(interp, value) if isinstance(value, Instance) else None
    if isinstance(value, SequenceValue):
        if value.kind not in ("list", "tuple"):
            return None
        items = value.items
    if items is None:
        each = INT if value == PyValue("size") else containers.iterate(interp, frame, subject, value)
        plain = [part for part in parts if not isinstance(part, ast.MatchStar)]
        answers = [_matches(interp, frame, part, subject, each, bound) for part in plain]
        if star is not None:
            _bind(bound, _bound_name(parts[star]), SequenceValue("list", None, each))
        return False if False in answers else None
    if len(items) != len(parts) if star is None else len(items) < len(parts) - 1:
        return False
    if star is not None:
        behind = len(items) - (len(parts) - star - 1)
        _bind(bound, _bound_name(parts[star]), SequenceValue("list", tuple(items[star:behind])))
        items = (*items[:star], *items[behind:])
        parts = [*parts[:star], *parts[star + 1 :]]
    pairs = zip(parts, items, strict=True)
    return _all([_matches(interp, frame, part, subject, item, bound) for part, item in pairs])


def _mapping(
    interp: Evaluator, frame: Frame, pattern: ast.MatchMapping, subject: ast.expr, value: Value, bound: Env
) -> bool | None:
    if isinstance(value, (Tensor, SequenceValue, Const)):
        return False
    answers: list[bool | None] = []
    for key, part in zip(pattern.keys, pattern.patterns, strict=True):
        held: Value | None = UNKNOWN
        if isinstance(value, MappingValue):
            wanted = interp.evaluate(frame, key)
            held = value.get(wanted)
            if held is None and value.open:
                held, sure = value.element, None
            elif held is None:
                return False
            else:
                sure = None if wanted in value.maybe else True
        else:
            sure = None
        answers += [sure, _matches(interp, frame, part, subject, held or UNKNOWN, bound)]
    if pattern.rest is not None:
        _bind(bound, pattern.rest, MappingValue((), True, value.each() if isinstance(value, MappingValue) else UNKNOWN))
    if not isinstance(value, MappingValue):
        return None
    return _all(answers)


def _object(
    interp: Evaluator, frame: Frame, pattern: ast.MatchClass, subject: ast.expr, value: Value, bound: Env
) -> bool | None:
    classes = narrowing.classes_of(interp, frame, pattern.cls)
    is_one = narrowing.is_instance(value, classes) if classes else None
    if is_one is False:
        return False
    names = dataclass_fields.field_names(value.cls) if isinstance(value, Instance) else []
    answers: list[bool | None] = [is_one]
    for index, part in enumerate(pattern.patterns):
        held = value if not names and len(pattern.patterns) == 1 else UNKNOWN  # int(number)
        if index < len(names):
            held = _attribute(interp, frame, subject, value, names[index])
        answers.append(_matches(interp, frame, part, subject, held, bound))
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        held = _attribute(interp, frame, subject, value, name)
        answers.append(_matches(interp, frame, part, subject, held, bound))
    return _all(answers)


def _attribute(interp: Evaluator, frame: Frame, subject: ast.expr, value: Value, name: str) -> Value:
    node = ast.copy_location(ast.Attribute(subject, name, ast.Load()), subject)
    return attributes.load(interp, frame, node, value, name) if value != NONE else UNKNOWN
