"""The row of a run: its cause is the same for all that fail alike, its hash changes with the source and only then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.results import Failure, ObservedBreak, Place, Run, Verdict
from fullgraph.sweep.engine.outcome import OUTPUT, TEXT, lost, row_of, status_of

TRACEBACK = """Traceback (most recent call last):
  File "a.py", line 3, in first
    raise KeyError("x")
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line {line}, in forward
    raise errors.ShapeError(x.shape)
models.errors.ShapeError: cannot take {shape}
Hint: give another shape
as in: the manual
"""


def failing(**values: Any) -> Observation:
    return Observation(Run(failure=Failure(**{"message": "", "during": "the eager run", **values})))


def cause(**values: Any) -> str | None:
    return row_of("", failing(**values)).cause


def test_what_fails_alike_has_one_cause() -> None:
    first, second = (
        cause(kind="raised", message=f"at {line}", traceback=TRACEBACK.format(line=line, shape=shape))
        for line, shape in ((3, "[2, 3]"), (70, "[8]: too few"))
    )
    assert first == second == "raises ShapeError during the eager run"
    assert cause(kind="raised", traceback="Traceback (most recent call last):\nMemoryError\n") == (
        "raises MemoryError during the eager run"
    )
    assert cause(kind="raised") == "raises an exception during the eager run"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("exit", "ends its own process during the eager run"),
        ("timeout", "takes too long during the eager run"),
        ("memory", "needs too much memory during the eager run"),
        ("crash", "crashes during the eager run"),
        ("internal", "fullgraph itself failed during the eager run"),
        ("target", "is not a usable target"),
    ],
)
def test_causes_of_each_kind(kind: str, said: str) -> None:
    assert cause(kind=kind, message="no end after 3 s") == cause(kind=kind, message="other words") == said


def test_a_model_that_cannot_be_built_says_why_itself() -> None:
    assert cause(kind="target", cause="needs a package that is not installed: timm") == (
        "needs a package that is not installed: timm"
    )


@pytest.mark.parametrize(
    ("failed", "status"),
    [
        ((), "whole"),
        (("steady",), "recompiles"),
        (("numerics",), "fails"),
        (("steady", "effects"), "recompiles"),
        (("breaks", "steady"), "breaks"),
        (("fullgraph",), "breaks"),
    ],
)
def test_the_status_is_the_first_that_holds(failed: tuple[str, ...], status: str) -> None:
    names = ("eager", "breaks", "fullgraph", "steady", "numerics", "effects")
    run = Run(verdicts=[Verdict(name, "fail" if name in failed else "pass", "", []) for name in names])
    assert status_of(run) == status
    run.failure = Failure("crash", "", "the timing")
    assert status_of(run) == "unusable"


def test_what_is_long_is_cut() -> None:
    seen = failing(kind="raised", message="m" * 10**5, traceback="t" * 10**5)
    seen.run.breaks = [ObservedBreak(Place("<generated>", 1, source="s" * 10**5), "r" * 10**5, None, None, "", "break")]
    row = row_of("", seen)
    assert (len(row.message or ""), len(row.output or "")) == (TEXT, OUTPUT)
    assert (len(row.breaks[0].source or ""), len(row.breaks[0].reason)) == (TEXT, TEXT)


def test_the_output_of_what_was_judged_is_not_kept() -> None:
    assert row_of("", Observation(Run())).output is None
    assert row_of("", failing(kind="crash", output="the last line")).output == "the last line"


def hash_of(*files: Path, lines: set[int] | None = None) -> str | None:
    return row_of("", Observation(Run(), {str(path): lines or {1} for path in files})).source_hash


def test_the_source_hash_changes_with_the_source_and_only_then(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("a = 1\n")
    other.write_text("b = 1\n")
    before = hash_of(one, other)
    assert before is not None
    one.touch()
    assert before == hash_of(one, other) == hash_of(other, one) == hash_of(one, other, lines={1, 2})
    assert before != hash_of(one)
    one.write_text("a = 2\n")
    assert before != hash_of(one, other)
    one.write_text("a = 1\n")
    assert before == hash_of(one, other)
    other.rename(tmp_path / "third.py")
    assert before != hash_of(one, tmp_path / "third.py")
    assert hash_of() is None
    assert hash_of(tmp_path / "absent.py") is None


def test_the_source_hash_is_the_same_wherever_the_project_lies(tmp_path: Path) -> None:
    found = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pyproject.toml").touch()
        (folder / "net.py").write_text("a = 1\n")
        found.append(hash_of(folder / "net.py"))
    assert found[0] == found[1]


def test_files_of_one_name_count_both(tmp_path: Path) -> None:
    paths = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        paths.append(folder / "net.py")
        paths[-1].write_text(f"name = {name!r}\n")
    before = hash_of(*paths)
    (row,) = row_of("", Observation(Run(), {str(path): {1} for path in paths})).sources
    assert row.file == "net.py"
    for path in paths:
        path.write_text(path.read_text() + "\n")
        assert hash_of(*paths) != before
        before = hash_of(*paths)


def test_a_run_that_was_lost() -> None:
    row = lost("a", "no result came back")
    assert (row.status, row.failure, row.cause) == ("unusable", "lost", "its machine or worker was lost")
