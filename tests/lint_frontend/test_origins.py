"""Where the lines of a rewritten text come from."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.fixes.origins import Origins
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.text_edits import apply_edits

TEXT = "one\ntwo\nthree\nfour\n"


def edit(first: tuple[int, int], last: tuple[int, int], content: str) -> Edit:
    return Edit(Position(*first), Position(*last), content)


def lines(text: str) -> list[str]:
    return list(SourceFile(Path(), text).lines)


@pytest.mark.parametrize(
    ("change", "written", "rows"),
    [
        (edit((2, 1), (2, 4), "zwei"), [2], [1, 2, 3, 4]),
        (edit((2, 1), (2, 1), "new\n"), [2], [1, 2, 2, 3, 4]),
        (edit((2, 1), (3, 1), "a\nb\n"), [2, 3], [1, 2, 2, 3, 4]),
        (edit((2, 1), (4, 1), ""), [], [1, 4]),
        (edit((2, 4), (2, 4), "\nnew"), [3], [1, 2, 2, 3, 4]),
        (edit((2, 2), (3, 3), "x"), [2], [1, 2, 4]),
        (edit((2, 2), (2, 3), ""), [2], [1, 2, 3, 4]),
        (edit((5, 1), (5, 1), "five\n"), [5], [1, 2, 3, 4, 4]),
        (edit((3, 3), (3, 3), "x\n  "), [3], [1, 2, 3, 3, 4]),
    ],
)
def test_a_line_is_where_it_was_or_written(change: Edit, written: list[int], rows: list[int]) -> None:
    origins = Origins(4)
    origins.edited({change: frozenset({"fix"})})
    new = lines(apply_edits(TEXT, [change]))
    assert origins.rows_by("fix") == written
    assert [origins.row(row) for row in range(1, len(new) + 1)] == rows


def test_what_nothing_has_written_is_as_it_was() -> None:
    """Edits drawn at random, pass after pass."""
    draw = random.Random(5)
    for _ in range(200):
        first = text = "".join(f"{letter}{letter}\n" for letter in "abcdefgh")
        origins = Origins(8)
        for number in range(3):
            here = lines(text)
            places = sorted(
                {(row, draw.choice((1, len(here[row - 1])))) for row in draw.sample(range(1, len(here) + 1), 4)}
                if len(here) >= 4
                else []
            )
            pairs = list(zip(places[::2], places[1::2], strict=False))
            edits = [edit(start, end, draw.choice(("", "X", "X\nY", "X\n", "\n  X\n"))) for start, end in pairs]
            text = apply_edits(text, edits)
            origins.edited({one: frozenset({number}) for one in edits})
        now = lines(text)
        assert len(origins.lines) == len(now) + 1
        for row, line in enumerate(now, 1):
            if not origins.lines[row - 1].by and line.strip() and "X" not in line and "Y" not in line:
                assert line == lines(first)[origins.row(row) - 1]
            if "X" in line or "Y" in line:
                assert origins.lines[row - 1].by


def test_a_text_that_nothing_in_particular_has_written() -> None:
    origins = Origins(4)
    origins.changed(lines(TEXT), ["one\n", "drei\n", "four\n", "more\n"])
    assert [origins.row(row) for row in range(1, 5)] == [1, 2, 4, 4]
