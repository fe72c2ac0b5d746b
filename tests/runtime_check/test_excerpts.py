"""The source around a line."""

from __future__ import annotations

from pathlib import Path

from fullgraph.runtime_check.results import Place
from fullgraph.runtime_check.session.excerpts import excerpt_of


def test_lines_around_without_blank_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("one\n\nthree\nfour\n  five\nsix\n\neight\n")
    found = excerpt_of(Place(str(path), 5))
    assert found is not None
    assert (found.first, found.lines) == (3, ["three", "four", "  five", "six", "", "eight"])
    assert found.as_text().splitlines()[2] == "> 5 |   five"
    assert found.as_text().splitlines()[4] == "  7 |"


def test_at_the_ends_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("one\ntwo\n")
    for line in (1, 2):
        found = excerpt_of(Place(str(path), line))
        assert found is not None
        assert (found.first, found.line, found.lines) == (1, line, ["one", "two"])


def test_no_such_line_or_file(tmp_path: Path) -> None:
    assert excerpt_of(Place(str(tmp_path / "none.py"), 1)) is None
    assert excerpt_of(Place(__file__, 10_000)) is None
    assert excerpt_of(Place("?", 0)) is None
