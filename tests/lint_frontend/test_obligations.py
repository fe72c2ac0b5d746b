"""What a fix is, and what is said of it, follow from its obligations alone."""

from __future__ import annotations

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability, Edit, Fix, Position
from fullgraph.lint.diagnostics.obligation import Kind, Obligation, State

EDIT = (Edit(Position(1, 1), Position(1, 2), "y"),)
SHAPE, SAME = Kind.SHAPE.open("the shapes may differ"), Kind.SHAPE.proved("one shape")
DRAW = Kind.DRAW.open("other numbers are drawn than by `{}`")


@pytest.mark.parametrize(
    ("obligations", "level", "message"),
    [
        ((), Applicability.SAFE, "Do it"),
        ((SAME,), Applicability.SAFE, "Do it"),
        ((SAME, SHAPE), Applicability.UNSAFE, "Do it; the shapes may differ"),
        ((SHAPE, SAME, DRAW.about("f()")), Applicability.UNSAFE, None),
    ],
)
def test_level_and_message(obligations: tuple[Obligation, ...], level: Applicability, message: str | None) -> None:
    fix = Fix("Do it", EDIT, obligations)
    assert fix.applicability is level
    assert fix.message == (message or "Do it; the shapes may differ; other numbers are drawn than by `f()`")
    assert fix.open == tuple(one for one in obligations if one.state is State.OPEN)


def test_a_suggestion_stays_one_whatever_is_proved() -> None:
    fix = Fix("Do it", EDIT, (SAME,), is_suggestion=True)
    assert fix.applicability is Applicability.DISPLAY
    assert fix.but(SHAPE).applicability is Applicability.DISPLAY


def test_more_obligations_make_a_fix_unsafe_and_none_is_said_twice() -> None:
    fix = Fix("Do it", EDIT, (SAME,))
    assert fix.but(SAME) == fix
    assert fix.but(SHAPE, SHAPE).message == "Do it; the shapes may differ"
    assert fix.but(SHAPE).obligations == (SAME, SHAPE)


def test_what_is_said_about_an_expression_is_like_what_is_said_about_another() -> None:
    assert DRAW.about("f()") != DRAW.about("g()")
    assert DRAW.about("f()").is_like(DRAW.about("g()")) and DRAW.about("f()").is_like(DRAW)
    assert not DRAW.is_like(SHAPE)
    assert not Kind.VALUE.open(DRAW.text).is_like(DRAW)
