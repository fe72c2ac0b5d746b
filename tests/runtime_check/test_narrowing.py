"""Which of several things that go wrong together are at fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from fullgraph.runtime_check.session.narrowing import Problems, narrow


def is_capital(item: str) -> bool:
    """Capitals are safe."""
    return item.isupper()


def harmful(*bad: str) -> Callable[[set[str]], bool]:
    return lambda items: bool(items & set(bad))


def needs(one: str, other: str) -> Callable[[set[str]], bool]:
    return lambda items: one in items and other not in items


def both(one: str, other: str) -> Callable[[set[str]], bool]:
    return lambda items: {one, other} <= items


@pytest.mark.parametrize(
    ("items", "faults", "guilty"),
    [
        ("abcd", [], ""),
        ("abcd", [harmful("c")], "c"),
        ("abcd", [harmful("a", "d")], "ad"),
        ("abcd", [harmful("a", "b", "c", "d")], "abcd"),
        ("ab", [needs("a", "b")], ""),
        ("abc", [needs("a", "b"), harmful("c")], "c"),
        ("abc", [needs("b", "a"), harmful("c")], "c"),
        ("abc", [needs("a", "b"), needs("b", "a"), harmful("c")], "c"),
        ("abcd", [needs("a", "d"), harmful("b")], "b"),
        ("abcd", [needs("a", "b"), harmful("b")], "ab"),
        ("ab", [both("a", "b")], "b"),
    ],
)
def test_those_at_fault_are_found(items: str, faults: list[Callable[[set[str]], bool]], guilty: str) -> None:
    def problems(chosen: Sequence[str]) -> Problems:
        return Problems(["wrong"] if any(fault(set(chosen)) for fault in faults) else [])

    found = narrow(list(items), problems, is_capital)
    assert "".join(sorted(found)) == guilty
    left = [one for one in items if one not in found]
    assert not problems(left).texts


def test_what_ends_the_process_is_not_looked_for() -> None:
    tried: list[str] = []

    def problems(chosen: Sequence[str]) -> Problems:
        tried.append("".join(chosen))
        return Problems(["died"], ended=True) if "c" in chosen else Problems([])

    assert narrow(list("aBcD"), problems, is_capital) == {"a": ["died"], "c": ["died"]}
    assert tried == ["aBcD", "BD"]


def test_safe_ones_go_too_where_the_process_still_ends() -> None:
    found = narrow(list("aBc"), lambda chosen: Problems(["died"], ended=bool(chosen)), is_capital)
    assert set(found) == set("aBc")
