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
from fullgraph.lint.torch_data import versions
from fullgraph.runtime_check.conformance.cases import MODES, read_case
from fullgraph.runtime_check.conformance.records import NESTED, evidence_path

CASES = Path(__file__).parents[1] / "cases"
FOLDER = Path(fullgraph.rules.__path__[0]) / "evidence"
RECORDED: dict[str, dict[str, Any]] = {
    path.stem.removeprefix("torch-"): json.loads(path.read_text(encoding="utf-8"))["cases"]
    for path in sorted(FOLDER.glob("torch-*.json"))
}
HERE = evidence_path(importlib.metadata.version("torch")).stem.removeprefix("torch-")
OTHERS = [(version, name) for version, cases in RECORDED.items() if version != HERE for name in cases]


NESTED_RECORDS = sorted((FOLDER / NESTED).glob("torch-*.json"))


def test_every_version_that_can_be_asked_about_is_recorded() -> None:
    assert set(versions()) == RECORDED.keys()


@pytest.mark.parametrize("path", NESTED_RECORDS, ids=lambda path: path.stem)
def test_under_nested_graph_breaks_nearly_all_cases_do_the_same(path: Path) -> None:
    """What `check` says holds there too: what differs is told, and mostly errors of TorchDynamo's."""
    nested = json.loads(path.read_text(encoding="utf-8"))
    assert not nested["otherwise"].keys() & set(nested["as_marked"])
    assert len(nested["otherwise"]) < len(nested["as_marked"]) / 20
    assert {*nested["otherwise"], *nested["as_marked"]} <= RECORDED[path.stem.removeprefix("torch-")].keys()


def test_all_cases_ran_under_nested_graph_breaks_on_one_version() -> None:
    nested = json.loads((FOLDER / NESTED / "torch-2.13.json").read_text(encoding="utf-8"))
    asks = {name for name in RECORDED["2.13"] if read_case(CASES / f"{name}.py").only}  # for a package, perhaps
    assert RECORDED["2.13"].keys() - asks <= {*nested["otherwise"], *nested["as_marked"]}


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
