"""What other tools print is read as they print it, and held against breaks as check's findings are."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from benchmarks.accuracy.measured import Break, Run
from benchmarks.comparison.__main__ import _row, _score
from benchmarks.comparison.tools import SEARCHED, TOOLS, ToolError, findings_of

NAMED = {tool.name: tool for tool in TOOLS}
MODEL = "import torch\n\n\ndef forward(x):\n    if x.sum() > 0:\n        print(x.item())\n    return x\n"


def installed(environment: Path, command: str, text: str, to: str = "") -> None:
    """A program that prints this; or writes it to the file that stands behind the option ``to``."""
    (environment / "bin").mkdir(exist_ok=True)
    program = environment / "bin" / command
    where = f"open(sys.argv[sys.argv.index({to!r}) + 1], 'w')" if to else "sys.stdout"
    program.write_text(f"#!{sys.executable}\nimport sys\n{where}.write({text!r})\nsys.exit(1)\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("tool", "text", "to"),
    [
        ("TorchFix", "{file}:5:8: TOR101 Use of deprecated function\nFinished checking 1 files.\n", ""),
        ("transformers-mlinter", {"findings": [{"path": "{file}", "line": 5, "rule": "TRF056"}]}, "--output-json"),
        ("torch-preflight", {"diagnostics": [{"path": "{file}", "line": 5, "code": "TG007"}]}, ""),
        ("hotpath-ai", {"files": [{"path": "{file}", "findings": [{"line": 5, "rule_id": "KP001"}]}]}, ""),
    ],
)
def test_what_a_tool_prints(tmp_path: Path, tool: str, text: object, to: str) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    printed = text if isinstance(text, str) else json.dumps(text)
    installed(tmp_path, NAMED[tool].command, printed.replace("{file}", str(tmp_path / "model.py")), to)
    (found,) = findings_of(NAMED[tool], tmp_path, ["model.py"], tmp_path)
    assert (found.file, found.first, found.last) == ("model.py", 5, 5)


def test_a_tool_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"TorchFix: there is no .*bin/torchfix; pip install torchfix"):
        findings_of(NAMED["TorchFix"], tmp_path, ["model.py"], tmp_path)


def test_a_search_finds_what_a_person_would_look_for(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    found = findings_of(NAMED["a text search"], tmp_path, ["model.py"], tmp_path)
    assert [one.first for one in found] == [5, 6]
    assert not SEARCHED.search("    if self.training:")


def test_findings_are_scored_as_those_of_check(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    found = findings_of(NAMED["a text search"], tmp_path, ["model.py"], tmp_path)
    broken = Break("model.py", 5, "", "forward", "Data-dependent branching", "break", "yes")
    run = Run("m", "m", "p", "2.15", "eval", [broken], {"model.py": frozenset((5, 7))})
    row = _row("a search", found, _score([run], found))
    assert row == "| a search | 2 | 1 of 1 | 100.0 % | 1 | 1 | 100.0 % |"


@pytest.mark.parametrize("tool", ["TorchFix", "transformers-mlinter", "torch-preflight", "hotpath-ai"])
def test_a_tool_that_crashes_is_named_with_its_last_line(tmp_path: Path, tool: str) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / NAMED[tool].command
    program.write_text(f"#!{sys.executable}\nraise RuntimeError('no such rule')\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(ToolError, match=rf"^{program.name} gave no report .* status 1: RuntimeError: no such rule$"):
        findings_of(NAMED[tool], tmp_path, ["model.py"], tmp_path)
