"""What the linter says of the other versions of torch agrees with what the compiler did there."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path
from typing import Any

import fullgraph.rules
import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check
from fullgraph.runtime_check.conformance.cases import MODES, read_case
from fullgraph.runtime_check.conformance.records import evidence_path

CASES = Path(__file__).parents[1] / "cases"
FOLDER = Path(fullgraph.rules.__path__[0]) / "evidence"
RECORDED: dict[str, dict[str, Any]] = {
    path.stem.removeprefix("torch-"): json.loads(path.read_text(encoding="utf-8"))["cases"]
    for path in sorted(FOLDER.glob("torch-*.json"))
}
HERE = evidence_path(importlib.metadata.version("torch")).stem.removeprefix("torch-")
OTHERS = [(version, name) for version, cases in RECORDED.items() if version != HERE for name in cases]


def test_three_versions_are_recorded() -> None:
    assert {"2.11", "2.13", "2.15"} <= RECORDED.keys()


@pytest.mark.parametrize(("version", "name"), OTHERS, ids=lambda part: part)
def test_the_linter_says_of_a_version_what_was_recorded_there(version: str, name: str) -> None:
    case = read_case(CASES / f"{name}.py", version)
    ignored = () if case.is_about_recompiles else ("FG7",)  # cases about breaks do not vary what would recompile
    for mode in MODES:
        if not RECORDED[version][name].get("proved"):
            recorded = {found["line"] for found in RECORDED[version][name][mode]["breaks"]}
            assert {case.statement(line) for line in recorded} == {case.statement(line) for line in case.lines(mode)}
        result = check([case.path], Options(ignore=ignored, mode=mode, follow=case.follow, torch_version=version))
        assert not result.errors
        found = [(diagnostic.location.row, diagnostic.code) for diagnostic in result.diagnostics]
        assert sorted(found) == sorted(case.reported(mode))
