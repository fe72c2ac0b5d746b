"""Names that rules declare: for which versions of torch they are reported, and that cases prove every one of them."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.domain.events import Call
from fullgraph.lint.engine.api import check
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.torch_data import versions
from fullgraph.rules.shared.names import Breaks, Names, each

CASES = Path(__file__).parents[1] / "cases"


def modules_with_names() -> list[ModuleType]:
    """The rules about side effects and host calls, and about other packages."""
    rules = [rule for rule in load_rules() if rule.code.startswith(("FG4", "FG502", "FG507", "FG510", "FG608"))]
    names = [f"fullgraph.rules.{rule.code.lower()}_{rule.name.replace('-', '_')}" for rule in rules]
    return [module for name in names if hasattr(module := importlib.import_module(name), "NAMES")]


@pytest.mark.parametrize("module", modules_with_names(), ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_name_breaks_in_a_case(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of a case that are reported are those that the compiler breaks at, so that they prove their names."""
    folder = CASES / module.__name__.rpartition(".")[2]
    found: set[str] = set()
    find = Names.find

    def noted(names: Names, event: Call) -> Breaks | None:
        entry = find(names, event)
        if entry is not None:
            found.add(entry.name)
        return entry

    monkeypatch.setattr(Names, "find", noted)
    for version in versions():
        check(sorted(folder.glob("break_*.py")), Options(select=(folder.name[:5].upper(),), torch_version=version))
    assert sorted({entry.name for entry in module.NAMES} - found) == []


SOURCE = """
import random
import torch

@torch.compile
def f(x):
    random.random()
    random.choice([1])
    torch.cuda.manual_seed(0)
    return x
"""


@pytest.mark.parametrize(
    ("version", "rows"),
    [("2.11", [7, 8]), ("2.12", [7, 8]), ("2.13", [7, 8, 9]), ("2.14", [8, 9]), ("2.15", [8, 9]), ("3.0", [8, 9])],
)
def test_versions_in_which_a_name_breaks(tmp_path: Path, version: str, rows: list[int]) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    found = check([path], Options(select=("FG407",), torch_version=version)).diagnostics
    assert [diagnostic.location.row for diagnostic in found] == rows


def test_entries_of_a_group() -> None:
    names = Names(
        each("a.", "b c", before="2.15", skipped="nothing"), Breaks("builtins.d"), each("e.F.", "g", shown="the F's .")
    )
    assert [str(entry) for entry in names] == ["a.b()", "a.c()", "d()", "the F's .g()"]
    assert {entry.before for entry in names} == {"2.15", None}


def test_a_name_is_declared_once() -> None:
    with pytest.raises(ValueError, match=r"declared twice: a\.c"):
        Names(each("a.", "b c"), Breaks("a.c"))


def test_skipped_packages_are_torchs_own() -> None:
    trace_rules = pytest.importorskip("torch._dynamo.trace_rules")
    skipped = importlib.import_module("fullgraph.lint.project.following").SKIPPED
    assert skipped <= set(trace_rules.THIRDPARTY_SKIPLIST)
