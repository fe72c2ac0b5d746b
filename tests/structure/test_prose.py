"""Messages, notes and reasons are for people: worded otherwise, they change no finding, no fix and no level."""

from __future__ import annotations

import gc
import hashlib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Fix
from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import Evidence
from fullgraph.lint.engine.api import check
from fullgraph.rules.rewrite.analysis.oracle import Obstacle

WORDED = {Fix: "summary", Obligation: "text", Finding: "message", Obstacle: "reason", Step: "text", Evidence: "note"}
"""What is read by people, by the class that holds it."""


def reworded(text: str) -> str:
    """Another text for each text, of which no word, beginning or end is that of the first."""
    return f"<{hashlib.sha256(text.encode()).hexdigest()[:12]}>"


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    constants = [(one, one.text) for one in gc.get_objects() if type(one) is Obligation]
    for one, text in constants:
        object.__setattr__(one, "text", reworded(text))
    for cls, name in WORDED.items():
        made = "__new__" if issubclass(cls, tuple) else "__init__"
        monkeypatch.setattr(cls, made, _making(cls, name, getattr(cls, made)))
    yield
    for one, text in constants:
        object.__setattr__(one, "text", text)


def _making(cls: type, name: str, make: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(make)

    def making(first: Any, *args: Any, **kwargs: Any) -> Any:
        given = signature.bind(first, *args, **kwargs)
        given.arguments[name] = reworded(given.arguments[name])
        return make(*given.args, **given.kwargs)

    return making


def told(one: Diagnostic) -> object:
    fix = one.fix and (one.fix.applicability, one.fix.edits)
    conditions = [condition.step for condition in one.conditions]
    rows = [[(step.filename, step.row) for step in chain] for chain in (one.trace, one.evidence, conditions)]
    return one.filename, one.code, one.location, one.end_location, one.confidence, one.modes, rows, one.registry, fix


CASES = Path(__file__).parents[1] / "cases"
FILES = sorted(CASES.glob("fg*/*.py"))


def checked(files: Sequence[Path]) -> list[object]:
    result = check(files)
    assert not result.errors
    return sorted(map(told, result.diagnostics), key=repr)


@pytest.fixture(scope="module")
def as_worded() -> list[object]:
    return checked(FILES)


def test_no_finding_and_no_fix_depends_on_the_words(as_worded: list[object], other_words: None) -> None:
    assert checked(FILES) == as_worded


def test_all_words_are_others(other_words: None) -> None:
    """So that the test above says something."""
    for one in check(FILES[:40]).diagnostics:
        assert one.message.startswith("<") and one.message.endswith(">")
        assert one.fix is None or re.fullmatch(r"<\w+>(; <\w+>)*", one.fix.message)
        assert all(step.text.startswith("<") for step in one.evidence)
