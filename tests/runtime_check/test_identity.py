"""What breaks and recompiles are known by, from run to run."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from fullgraph.runtime_check.identity import Identity, file_name, of_breaks, of_recompiles, without_numbers
from fullgraph.runtime_check.results import ObservedBreak, ObservedRecompile, Place


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def a_break(folder: Path, line: int, source: str, reason: str = "Data-dependent branching") -> ObservedBreak:
    registry = "GB0170" if reason == "Data-dependent branching" else None
    return ObservedBreak(Place(str(folder / "net.py"), line, "forward", source), reason, registry, None, "", "break")


def a_recompile(folder: Path, guard: str, *, steady: bool = True) -> ObservedRecompile:
    return ObservedRecompile(Place(str(folder / "net.py"), 5, "forward", "def forward(self, x):"), guard, steady)


def test_the_parts_are_those_that_people_read(project: Path) -> None:
    (found,) = of_breaks([a_break(project, 7, "if  x.sum() >  0:")])
    assert found == Identity("net.py", "forward", "if x.sum() > 0:", "GB0170", 0)
    assert len(found.digest) == 16 and int(found.digest, 16) >= 0


def test_lines_and_folders_may_move(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("other")
    (elsewhere / "pyproject.toml").touch()
    here = of_breaks([a_break(project, 7, "if x.sum() > 0:")])
    assert of_breaks([a_break(elsewhere, 70, "if x.sum()  > 0:")]) == here


def test_each_part_counts() -> None:
    one = Identity("net.py", "forward", "print(x)", "GB0059")
    others = [dataclasses.replace(one, **{name: "other"}) for name in ("file", "function", "source", "cause")]
    digests = {other.digest for other in (one, *others, dataclasses.replace(one, ordinal=1))}
    assert len(digests) == 6


def test_those_that_are_alike_are_told_apart_in_the_order_of_lines(project: Path) -> None:
    second, first = a_break(project, 9, "print(x)"), a_break(project, 7, "print(x)")
    other = a_break(project, 8, "print(y)")
    found = of_breaks([second, first, other])
    assert [one.ordinal for one in found] == [1, 0, 0]
    moved = [
        dataclasses.replace(one, place=dataclasses.replace(one.place, line=one.place.line + 5)) for one in (first,)
    ]
    assert of_breaks(moved)[0].digest == found[1].digest


def test_the_same_failing_guard_again_is_one_and_the_next_is_another(project: Path) -> None:
    guards = ["self.n == 3", "self.n == 3", "self.n == 4"]
    found = of_recompiles([a_recompile(project, guard) for guard in guards])
    assert [one.ordinal for one in found] == [0, 0, 1]
    assert found[0].cause == "other: self.n == N"


def test_a_recompile_of_the_warm_up_is_another(project: Path) -> None:
    guard = "tensor 'x' size mismatch at index 0. expected 2, actual 3"
    early, late = of_recompiles([a_recompile(project, guard, steady=False), a_recompile(project, guard)])
    assert early.digest != late.digest
    assert (early.ordinal, late.ordinal) == (0, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("object at 0x7f3a2b", "object at 0x55c0ff"),
        ("expected 2, actual 3", "expected 20, actual 3.5"),
        ("Could not guard on Eq(u0, 1)", "Could not guard on Eq(u12, 1)"),
        ("in /home/a/venv/lib/site-packages/x/net.py failed", "in /usr/lib/site-packages/x/net.py failed"),
    ],
)
def test_a_reason_without_what_differs_between_runs(one: str, other: str) -> None:
    assert without_numbers(one) == without_numbers(other)


def test_a_reason_keeps_what_it_is_about() -> None:
    assert without_numbers("call of conv2d with float32 / float64") == "call of conv2d with float32 / float64"


def test_files_of_packages_and_generated_code() -> None:
    assert file_name("/x/lib/python3.11/site-packages/timm/models/vit.py") == "timm/models/vit.py"
    assert file_name("<eval_with_key>.12") == file_name("<eval_with_key>.3")
    assert file_name("?") == "?"
