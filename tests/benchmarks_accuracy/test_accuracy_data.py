"""The data that the benchmark scores against is whole and consistent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.accuracy.measured import (
    Case,
    Package,
    Run,
    Sources,
    differing_lines,
    line_hash,
    load_cases,
    load_packages,
    load_zoo,
    parse_ranges,
)

PACKAGES, RUNS, CASES = load_packages(), load_zoo(), load_cases()
SHORT_HASH = re.compile(r"[0-9a-f]{16}")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.label)
def test_a_package_is_pinned_to_one_wheel_of_its_release(package: Package) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", package.sha256)
    assert package.wheel.startswith(f"{package.name.replace('-', '_')}-{package.version}-")
    assert package.wheel.endswith(".whl")
    assert package.data in ("zoo", "cases")


def test_no_two_packages_share_a_place() -> None:
    places = [(package.folder, package.module) for package in PACKAGES]
    assert len(places) == len(set(places))


def test_the_zoo_has_the_runs_that_were_measured() -> None:
    assert len(RUNS) == 128
    assert len({(run.name, run.mode) for run in RUNS}) == len(RUNS)
    assert sum(len(run.breaks) for run in RUNS) == 124


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run.name}-{run.mode}")
def test_a_run_has_what_scoring_needs(run: Run) -> None:
    modules = {package.module for package in PACKAGES if package.data == "zoo"}
    assert run.package in modules
    assert run.torch == "2.15.0"
    assert run.mode in ("eval", "train")
    assert run.traced
    for file, lines in run.traced.items():
        assert file.partition("/")[0] in modules
        assert min(lines) > 0
    for found in run.breaks:
        assert found.line in run.traced[found.file], "a line that broke was traced"
        assert SHORT_HASH.fullmatch(found.line_sha256)
        assert found.gb_type
        assert found.visible in ("local", "cross", "no")
        assert (found.kind == "induced") <= (found.visible == "no"), "what is induced is not visible"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_has_what_scoring_needs(case: Case) -> None:
    homes = [package for package in PACKAGES if package.folder == case.folder]
    assert [package.module for package in homes] == [case.file.partition("/")[0]]
    assert len(case.lines) == len(case.line_sha256) > 0
    assert all(SHORT_HASH.fullmatch(digest) for digest in case.line_sha256)
    assert case.effect in ("graph-break", "recompile")
    assert case.construct
    assert case.description


def test_every_package_is_needed() -> None:
    used = {case.folder for case in CASES} | {file.partition("/")[0] for run in RUNS for file in run.traced}
    assert [
        package for package in PACKAGES if (package.module if package.data == "zoo" else package.folder) not in used
    ] == []


def test_cases_are_told_apart() -> None:
    assert len({case.id for case in CASES}) == len(CASES) == 37


def test_ranges_of_lines() -> None:
    assert parse_ranges("7") == {7}
    assert parse_ranges("3-5,8,10-11") == {3, 4, 5, 8, 10, 11}


def test_a_line_that_is_not_the_measured_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cases" / "pkg-1.0" / "pkg.py"
    path.parent.mkdir(parents=True)
    path.write_text("first = 1\n    second = 2\n")
    case = Case("a", "pkg", "1.0", "pkg.py", [1, 2, 3], [line_hash(" first = 1"), "0" * 16, "0" * 16], "", "", "")
    assert differing_lines([], [case], tmp_path) == ["cases/pkg-1.0/pkg.py:2", "cases/pkg-1.0/pkg.py:3"]
    assert Sources(tmp_path).line("cases/pkg-1.0/pkg.py", 2) == "second = 2"
