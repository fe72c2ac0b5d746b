"""Short programs: they are read, compiled and checked, and joined by program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from benchmarks.statements.__main__ import measure
from benchmarks.statements.listing import FOLDER, Program, read, topics, write
from benchmarks.statements.observe import Observed
from benchmarks.statements.score import as_json, disagreements, rows_of, table

LIST = """
print("text")
x + 1
int(x.sum())
raise ValueError
def _():
    y = x * n
    print(y)
"""


def listed(folder: Path) -> list[Program]:
    (folder / "some.py").write_text(LIST, encoding="utf-8")
    return read("some", folder)


def test_each_statement_is_a_program(tmp_path: Path) -> None:
    texts = [program.text for program in listed(tmp_path)]
    assert texts == ['print("text")', "x + 1", "int(x.sum())", "raise ValueError", "y = x * n\nprint(y)"]


def test_decorators_belong_to_a_program(tmp_path: Path) -> None:
    text = "def _():\n    @wrapped\n    def inner(value):\n        return value\n\n    x = inner(x)\n"
    (tmp_path / "some.py").write_text(text, encoding="utf-8")
    assert [program.text.splitlines()[0] for program in read("some", tmp_path)] == ["@wrapped"]


def test_what_a_program_uses_is_bound_in_front_of_it(tmp_path: Path) -> None:
    placed = write(listed(tmp_path), tmp_path)
    lines = placed[0].path.read_text(encoding="utf-8").splitlines()
    one, several = placed[0], placed[-1]
    assert lines[one.first - 1 : one.last] == ['        result = print("text")', "        return x + 1"]
    assert lines[several.first - 2 : several.first] == ["        n = int(x.sum())", "        y = x * n"]


def test_the_lists_are_python_and_name_no_program_twice() -> None:
    programs = [program for topic in topics() for program in read(topic)]
    assert len(programs) > 1500
    assert len(set(programs)) == len(programs)
    assert {path.stem for path in FOLDER.iterdir()} == set(topics())


def test_what_is_compiled_and_what_is_said(tmp_path: Path) -> None:
    printed, added, number, raising, several = listed(tmp_path)
    rows, dropped = measure([printed, added, number, raising, several], 1)
    assert {program: one.dropped for program, one in dropped.items()} == {raising: "eager raises ValueError"}
    by_program = {row.program: row for row in rows}
    assert len(by_program[printed].breaks("default")) == len(by_program[printed].breaks("fullgraph")) == 1
    assert by_program[printed].breaks("default")[0].startswith("1: GB0059")
    assert [len(by_program[number].breaks(mode)) for mode in ("default", "fullgraph")] == [1, 0]
    assert by_program[several].breaks("default")[0].startswith("2: GB0059")  # the number above it is no part of it
    assert not any(row.missed(mode) or row.false(mode) for row in rows for mode in ("default", "fullgraph"))
    assert by_program[printed].said["default"][0].startswith("1: FG401")

    said = {row.program: row.said for row in rows}
    seen = {row.program: row.observed for row in rows}
    swapped = rows_of(seen, {**said, printed: said[added], added: said[printed]})
    wrong = disagreements(swapped)
    assert [one["program"] for one in wrong["misses"]] == [printed.text]
    assert [one["program"] for one in wrong["false_positives"]] == [added.text]
    assert "| some | 4 | 67 % (2 of 3) | 67 % (2 of 3) | 50 % (1 of 2) | 50 % (1 of 2) |" in table(swapped)
    assert json.loads(as_json(swapped, "2.13"))["torch"] == "2.13"


def test_what_did_not_run_counts_for_nothing() -> None:
    program = Program("some", 0, "raise ValueError")
    assert rows_of({program: Observed(dropped="eager raises ValueError")}, {program: {"default": ["1: FG401"]}}) == []
