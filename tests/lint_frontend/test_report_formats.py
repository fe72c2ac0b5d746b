"""The formats for other programs: that they are what those programs read, for findings of every kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as xml

import fullgraph
import pytest
from frontend import BREAKS, CLEAN, NOTEBOOK, Ran
from fullgraph.lint.report.sarif import semantic
from jsonschema import Draft7Validator

Run = Callable[..., Ran]

SCHEMA = Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json"
"""SARIF's own schema (OASIS), as it is published."""

HOSTILE = """\
import torch

PICKS = {"%0A::error::a, b: c": 1}


@torch.compile
def pick(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > PICKS["%0A::error::a, b: c"]:  # \x1b[31mred\x1b[0m ]]> </failure> & é 日本
        print("<b>", x)
    return x
"""


@pytest.fixture
def project(folder: Path) -> Path:
    """Findings in a file, in one whose name and text are hostile, and in a notebook; and a file that is no Python."""
    (folder / "model.py").write_text(BREAKS)
    (folder / "clean.py").write_text(CLEAN)
    (folder / "a, b%20 é.py").write_text(HOSTILE)
    (folder / "notebook.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "wrong.py").write_text("def\n")
    return folder


def found(run: Run, form: str) -> str:
    ran = run("check", "--output-format", form)
    assert ran.status == 2  # wrong.py
    assert "wrong.py:1:4: error: " in ran.err
    return ran.out


def test_sarif_follows_the_schema(run: Run, project: Path) -> None:
    log = json.loads(found(run, "sarif"))
    errors = list(Draft7Validator(json.loads(SCHEMA.read_text())).iter_errors(log))
    assert not errors
    assert list(Draft7Validator(json.loads(SCHEMA.read_text())).iter_errors({**log, "version": "2.0.0"}))


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.2.3", "1.2.3"),
        ("0.1.dev0", "0.1.0-dev.0"),
        ("0.1.1.dev3+g1a2b3c4.d20261126", "0.1.1-dev.3+g1a2b3c4.d20261126"),
        ("1.0.0rc1", "1.0.0-rc.1"),
        ("1.0.0rc1.post2.dev0", "1.0.0-rc.1.post.2.dev.0"),
    ],
)
def test_a_version_in_sarif_is_a_semantic_one(version: str, said: str) -> None:
    assert semantic(version) == said
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[0-9a-z-]+(\.[0-9a-z-]+)*)?(\+[0-9a-z-]+(\.[0-9a-z-]+)*)?", said)


def test_sarif_says_what_code_scanning_needs(run: Run, project: Path) -> None:
    (log,) = json.loads(found(run, "sarif"))["runs"]
    driver = log["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("fullgraph", fullgraph.__version__)
    assert driver["semanticVersion"] == semantic(fullgraph.__version__)
    assert driver["informationUri"] == "https://meta-pytorch.github.io/compile-graph-break-site/"
    rules = driver["rules"]
    assert [rule["id"] for rule in rules] == ["FG101", "FG401"]
    assert all(rule["help"]["markdown"] and rule["shortDescription"]["text"] for rule in rules)
    by_file: dict[str, list[dict[str, Any]]] = {}
    for result in log["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (place,) = result["locations"]
        by_file.setdefault(place["physicalLocation"]["artifactLocation"]["uri"], []).append(result)
    assert [unquote(uri) for uri in by_file] == ["a, b%20 é.py", "model.py", "notebook.ipynb"]
    (result,) = by_file["model.py"]
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 6,
        "startColumn": 5,
        "endLine": 6,
        "endColumn": 22,
    }
    (change,) = result["fixes"][0]["artifactChanges"]
    assert result["fixes"][0]["properties"]["applicability"] == "unsafe"
    assert "is_compiling" in "".join(part["insertedContent"]["text"] for part in change["replacements"])
    assert "region" not in by_file["notebook.ipynb"][0]["locations"][0]["physicalLocation"]
    assert by_file["notebook.ipynb"][0]["message"]["text"].startswith("cell 1, line 6: ")
    (invocation,) = log["invocations"]
    assert not invocation["executionSuccessful"]
    assert "wrong.py" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_sarif_replacements_are_the_fix(run: Run, breaks: Path) -> None:
    (log,) = json.loads(run("check", "--output-format", "sarif").out)["runs"]
    (fix,) = log["results"][0]["fixes"]
    lines = BREAKS.splitlines(True)
    for part in sorted(fix["artifactChanges"][0]["replacements"], key=lambda one: -one["deletedRegion"]["startLine"]):
        region = part["deletedRegion"]
        head = "".join(lines[: region["startLine"] - 1]) + lines[region["startLine"] - 1][: region["startColumn"] - 1]
        tail = lines[region["endLine"] - 1][region["endColumn"] - 1 :] + "".join(lines[region["endLine"] :])
        lines = (head + part["insertedContent"]["text"] + tail).splitlines(True)
    assert run("check", "--unsafe-fixes", "--fix").status == 0
    assert "".join(lines) == breaks.read_text()


def test_github_annotations(run: Run, project: Path) -> None:
    lines = found(run, "github").splitlines()
    assert len(lines) == 5
    assert all(re.fullmatch(r"::(error|warning|notice) file=[^:]*::[^\r\n]*", line) for line in lines)
    assert "::error file=model.py,line=6,endLine=6,col=5,endColumn=22,title=FG401 (print-in-graph)::" in "\n".join(
        lines
    )
    assert [line for line in lines if line.startswith("::error file=a%2C b%2520 é.py,line=8,")]
    assert [line for line in lines if line.startswith("::error file=wrong.py,line=1,col=4,title=fullgraph::")]
    assert [
        line
        for line in lines
        if line.startswith("::error file=notebook.ipynb,title=FG401 (print-in-graph)::cell 1, line 6: ")
    ]


def test_gitlab_report(run: Run, project: Path) -> None:
    entries = json.loads(found(run, "gitlab"))
    assert len(entries) == 5
    for entry in entries:
        assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert not entry["location"]["path"].startswith(("/", "./"))
        assert entry["location"]["positions"]["begin"]["line"] >= 1
    assert len({entry["fingerprint"] for entry in entries}) == 5


def test_a_fingerprint_stays_when_lines_move(run: Run, breaks: Path) -> None:
    def prints() -> list[str]:
        return [entry["fingerprint"] for entry in json.loads(run("check", "--output-format", "gitlab").out)]

    before = prints()
    breaks.write_text("# a comment\n\n" + BREAKS)
    assert prints() == before
    breaks.write_text(BREAKS.replace('print("doubling")', 'print("doubling")\n    print("doubling")'))
    twice = prints()
    assert twice[0] == before[0]
    assert len(set(twice)) == 2
    breaks.write_text(BREAKS.replace("doubling", "tripling"))
    assert prints() != before


def test_junit_report(run: Run, project: Path) -> None:
    text = found(run, "junit")
    suites = xml.fromstring(text)
    assert "\x1b" not in text
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("5", "4", "1")
    assert [suite.get("name") for suite in suites] == ["a, b%20 é.py", "model.py", "notebook.ipynb", "wrong.py"]
    case = suites[1][0]
    assert (case.get("name"), case.get("file"), case.get("line")) == ("FG401 at 6:5", "model.py", "6")
    failure = case.find("failure")
    assert failure is not None and failure.get("type") == "FG401" and "model.py:6:5: " in (failure.text or "")


def test_reports_of_clean_code(run: Run, folder: Path) -> None:
    (folder / "clean.py").write_text(CLEAN)
    assert json.loads(run("check", "--output-format", "gitlab").out) == []
    assert run("check", "--output-format", "github") == Ran(0, "", "")
    assert run("check", "--output-format", "json-lines") == Ran(0, "", "")
    (log,) = json.loads(run("check", "--output-format", "sarif").out)["runs"]
    assert log["results"] == [] and log["invocations"][0]["executionSuccessful"]
    suites = xml.fromstring(run("check", "--output-format", "junit").out)
    assert (suites.get("tests"), suites.get("failures")) == ("1", "0")


def test_json_lines_are_the_json(run: Run, project: Path) -> None:
    lines = found(run, "json-lines").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(found(run, "json"))


def test_statistics(run: Run, project: Path) -> None:
    ran = run("check", "--statistics", "--quiet", "--exit-zero", "model.py", "notebook.ipynb", "a, b%20 é.py")
    assert ran.out.splitlines()[0] == "3  FG401  print-in-graph (3 with --fix --unsafe-fixes)"
    assert ran.out.splitlines()[1].startswith("1  FG101  branch-on-tensor")
    counted = json.loads(run("check", "--statistics", "--output-format", "json", "model.py").out)
    assert counted == [{"code": "FG401", "name": "print-in-graph", "count": 1, "fixable": 0, "unsafe_fixable": 1}]
    counts = "1  FG401  print-in-graph (1 with --fix --unsafe-fixes)\n"
    assert run("check", "--statistics", "-q", "--output-format", "grouped", "model.py").out == counts
    refused = run("check", "--statistics", "--output-format", "sarif", "model.py")
    assert refused == Ran(2, "", "error: --statistics prints text or json, not sarif\n")


def test_a_file_for_a_program_holds_nothing_else(run: Run, project: Path) -> None:
    ran = run("check", "--output-format", "sarif", "--output-file", "out.sarif", "model.py")
    assert ran == Ran(1, "", "")
    assert json.loads((project / "out.sarif").read_text())["version"] == "2.1.0"
