"""The report for the terminal, as JSON and in the docs page, and a whole run on a small package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.accuracy import __main__ as command
from benchmarks.accuracy import check, docs, fetch, report
from benchmarks.accuracy.check import Clean
from benchmarks.accuracy.measured import Break, Case, Package, Run, Sources, line_hash
from benchmarks.accuracy.score import score_cases, score_zoo

MODEL = """\
import torch
from torch import nn

class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            x = x + 1
        if x.max() > 1 or x.shape[0] == 3:  # a `flag` | another
            x = x - 1
        x = helper(x)
        return x
"""


def broke(line: int) -> Break:
    digest = line_hash(MODEL.splitlines()[line - 1])
    return Break("pkg/model.py", line, digest, "Model.forward", "Data-dependent branching", "branch-on-tensor", "local")


RUNS = [
    Run("Model", "Model", "pkg", "2.15.0", "eval", [broke(6)], {"pkg/model.py": frozenset(range(5, 12))}),
    Run(
        "Other",
        "Other",
        "pkg",
        "2.15.0",
        "train",
        [broke(10)],
        {"pkg/model.py": frozenset([10]), "gone/x.py": frozenset([1])},
    ),
]
CASES = [
    Case("1-found", "pkg", "1.0", "pkg/model.py", [6], [broke(6).line_sha256], "branch", "graph-break", "a branch"),
    Case("2-missed", "pkg", "1.0", "pkg/model.py", [10], [broke(10).line_sha256], "call", "recompile", "a call"),
]
PACKAGES = [
    Package("pkg", "1.1", "zoo", "pkg", "pkg-1.1-py3-none-any.whl", "0" * 64),
    Package("pkg", "1.0", "cases", "pkg", "pkg-1.0-py3-none-any.whl", "0" * 64),
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The two releases, as if fetched."""
    for package in PACKAGES:
        folder = tmp_path / package.folder
        (folder / "pkg").mkdir(parents=True)
        (folder / "pkg" / "__init__.py").touch()
        (folder / "pkg" / "model.py").write_text(MODEL)
        marker = folder / ".unpacked" / f"{package.wheel}.{package.sha256}"
        marker.parent.mkdir()
        marker.touch()
    return tmp_path


@pytest.fixture
def result(root: Path) -> report.Result:
    findings = [check.Finding("pkg/model.py", line, line, "FG101", "medium", "if depends on data") for line in (6, 8)]
    zoo = score_zoo(RUNS, findings)
    return report.Result(
        "1.2.3", RUNS, zoo, score_cases(CASES, {"cases/pkg-1.0": findings}), [Clean("layers", 2000, 3)]
    )


def test_the_terminal_gets_figures_and_patterns(result: report.Result, root: Path) -> None:
    text = report.text(result, Sources(root))
    assert "2 runs of 2 models under torch 2.15.0\n" in text
    assert "  recall     50.0%   1 of 2 break sites" in text
    assert "   50.0%    1 of 2    FG101" in text
    assert "  100.0%    1 of 1    branch\n" in text
    assert "    0.0%    0 of 1    call\n" in text
    assert "Missed" not in text
    assert "False positives" not in text


def test_misses_and_alarms_come_with_their_source(result: report.Result, root: Path) -> None:
    text = report.text(result, Sources(root), misses=True, alarms=True)
    assert "pkg/model.py:10 Model.forward\n      x = helper(x)\n" in text
    assert "pkg/model.py:8 FG101 (medium confidence)\n      if x.max() > 1 or x.shape[0] == 3:" in text
    assert "if depends on data" in text
    assert "2-missed 1.0 pkg/model.py\n      10: x = helper(x)\n      recompile, call: a call" in text


def test_json_has_the_figures_and_the_lists(result: report.Result, root: Path) -> None:
    content = json.loads(report.as_json(result, Sources(root)))
    assert content["complete"] is True
    assert content["totals"] == {
        "recall": {"hit": 1, "of": 2, "share": 0.5},
        "precision": {"hit": 1, "of": 2, "share": 0.5},
        "tried": {"hit": 1, "of": 2, "share": 0.5},
        "cases": {"hit": 1, "of": 2, "share": 0.5},
    }
    assert content["clean"] == [{"what": "layers", "lines": 2000, "alarms": 3, "per_1000": 1.5, "untried": 0}]
    assert [(miss["line"], miss["source"]) for miss in content["misses"]] == [(10, "x = helper(x)")]
    assert [(alarm["line"], alarm["code"]) for alarm in content["alarms"]] == [(8, "FG101")]
    assert [found["codes"] for found in content["cases"]] == [["FG101"], []]


def test_nothing_measured_still_renders(root: Path) -> None:
    empty = report.Result("1.2.3", [], score_zoo([], []), [], problems=["all is gone"])
    assert "  recall         -   0 of 0" in report.text(empty, Sources(root), misses=True, alarms=True)
    assert json.loads(report.as_json(empty, Sources(root)))["complete"] is False
    assert "None." in docs.tables(empty, Sources(root), docs.Causes())


def test_the_docs_page_has_a_row_with_its_cause_for_each_miss_and_alarm(result: report.Result, root: Path) -> None:
    causes = docs.Causes(misses={"pkg/model.py:10": "a helper that nobody sees"})
    text = docs.tables(result, Sources(root), causes)
    assert "| pkg/model.py:10 | `x = helper(x)` | branch-on-tensor | a helper that nobody sees |" in text
    assert (
        r"| pkg/model.py:8 FG101 | `` if x.max() > 1 or x.shape[0] == 3:  # a `flag` \| another `` | not written"
        in text
    )
    assert "| pkg 1.0 pkg/model.py:10 | `x = helper(x)` | recompile: call | not written yet |" in text


def test_causes_are_compared_with_what_needs_them(result: report.Result) -> None:
    causes = docs.Causes(
        misses={"pkg/model.py:10": "why", "pkg/model.py:6": "it is found by now"}, cases={"2-missed": ""}
    )
    missing, unused = causes.compare(result)
    assert missing == ["[alarms] pkg/model.py:8 FG101", "[cases] 2-missed"]
    assert unused == ["[misses] pkg/model.py:6"]


def test_only_what_is_between_the_markers_is_rewritten() -> None:
    page = f"# Title\n\n{docs.BEGIN}\n\nold\n\n{docs.END}\n\nend\n"
    once = docs.rewrite(page, "new\n")
    assert once == f"# Title\n\n{docs.BEGIN}\n\nnew\n\n{docs.END}\n\nend\n"
    assert docs.rewrite(once, "new\n") == once
    with pytest.raises(ValueError, match="lacks the lines"):
        docs.rewrite("# Title\n", "new\n")


def test_the_page_and_the_causes_of_the_repository_can_be_read() -> None:
    assert docs.rewrite(command.PAGE.read_text(encoding="utf-8"), "x").count(docs.BEGIN) == 1
    causes = docs.Causes.read(command.CAUSES)
    assert all(
        isinstance(text, str) for table in (causes.misses, causes.alarms, causes.cases) for text in table.values()
    )


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load_zoo", lambda: RUNS)
    monkeypatch.setattr(command, "load_cases", lambda: CASES)
    monkeypatch.setattr(command, "load_packages", lambda: PACKAGES)


@pytest.mark.usefixtures("measured")
def test_a_whole_run_checks_and_scores(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = root / "figures.json"
    assert command.main(["--folder", str(root), "--output-file", str(output), "--alarms"]) == 0
    content = json.loads(output.read_text())
    assert content["totals"]["recall"] == {"hit": 1, "of": 2, "share": 0.5}
    assert content["totals"]["precision"] == {"hit": 1, "of": 2, "share": 0.5}
    assert content["totals"]["cases"] == {"hit": 1, "of": 2, "share": 0.5}
    printed = capsys.readouterr()
    assert "False positives: 1\n  pkg/model.py:8 FG101" in printed.out
    assert printed.err == "fetching: 2 packages\nchecking: 2 packages\n"


@pytest.mark.usefixtures("measured")
def test_the_docs_are_written_and_say_what_lacks_a_cause(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, causes = root / "accuracy.md", root / "causes.json"
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "CAUSES", causes)
    page.write_text(f"# Accuracy\n\n{docs.BEGIN}\n{docs.END}\n")
    causes.write_text(json.dumps({"misses": {"pkg/model.py:10": "hidden"}, "cases": {"2-missed": "hidden too"}}))
    assert command.main(["--folder", str(root), "--write-docs"]) == 1
    assert capsys.readouterr().err.endswith("no cause in causes.json: [alarms] pkg/model.py:8 FG101\n")

    content = {**json.loads(causes.read_text()), "alarms": {"pkg/model.py:8 FG101": "not at these inputs"}}
    causes.write_text(json.dumps(content))
    assert command.main(["--folder", str(root), "--write-docs"]) == 0
    assert page.read_text().startswith("# Accuracy\n")
    assert all(cause in page.read_text() for cause in ("| hidden |", "| hidden too |", "| not at these inputs |"))

    before = page.read_text()
    (root / "zoo" / "pkg" / "model.py").write_text(MODEL.replace("helper(x)", "other(x)"))
    assert command.main(["--folder", str(root), "--write-docs"]) == 2
    assert page.read_text() == before, "nothing is written from incomplete figures"


@pytest.mark.usefixtures("measured")
def test_a_package_that_cannot_be_fetched_leaves_the_figures_of_the_rest(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def download(package: Package, folder: Path) -> Path:
        raise fetch.FetchError("no route")

    monkeypatch.setattr(fetch, "download", download)
    for marker in (root / "cases" / "pkg-1.0" / ".unpacked").iterdir():
        marker.unlink()
    assert command.main(["--folder", str(root)]) == 2
    printed = capsys.readouterr()
    assert "cases          -   0 of 0" in printed.out
    assert "precision  50.0%" in printed.out
    assert "error: pkg 1.0 could not be fetched: no route (pip must reach" in printed.err
    assert printed.err.endswith("error: the figures are incomplete\n")


@pytest.mark.usefixtures("measured")
def test_changed_sources_are_noticed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "zoo" / "pkg" / "model.py"
    path.write_text(MODEL.replace("helper(x)", "other(x)"))
    assert command.main(["--folder", str(root)]) == 2
    assert "error: zoo/pkg/model.py:10 is not the line that was measured" in capsys.readouterr().err


def test_runs_lose_what_they_did_in_packages_that_are_not_there() -> None:
    (kept, other) = command.within(RUNS, ["pkg"])
    assert kept == RUNS[0]
    assert list(other.traced) == ["pkg/model.py"]
    assert command.within(RUNS, ["gone"]) == []


def test_files_that_cannot_be_checked_are_one_problem_of_their_package(root: Path) -> None:
    for name in ("bad", "worse"):
        (root / "cases" / "pkg-1.0" / "pkg" / f"{name}.py").write_text("def (\n")
    checked = check.check(PACKAGES[1:], RUNS, root, 1, lambda label: None)
    assert len(checked.findings[PACKAGES[1]]) == 2
    (problem,) = checked.problems
    assert problem.startswith("pkg 1.0: pkg/bad.py:1:")
    assert problem.endswith("(and 1 more)")


def test_a_package_that_cannot_be_checked_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "TIMEOUT", 0.01)
    checked = check.check(PACKAGES[:1], RUNS, root, 1, lambda label: None)
    assert checked.findings == {}
    assert checked.problems == ["pkg 1.1: fullgraph check took longer than 0.01 s"]
