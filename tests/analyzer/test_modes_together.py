"""One interpretation says what holds in each mode, as two runs of `check` do."""

from pathlib import Path

import pytest
from fullgraph.lint.commands import runner
from fullgraph.lint.commands.runner import RunOptions
from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES
from fullgraph.lint.engine.api import Options, check, check_modes

CASES = Path(__file__).parents[1] / "cases"
MIXED = """\
import torch

def number(x):
    return x.sum().item() * x

@torch.compile(fullgraph=True)
def whole(x):
    print("called")
    return number(x)

@torch.compile
def parts(x):
    print("called")
    return number(x)
"""


def files_of(family: str) -> list[Path]:
    return sorted(CASES.glob(f"{family}*/*.py"))


@pytest.mark.parametrize("family", ["fg101", "fg201", "fg30", "fg6", "fg702"])
def test_both_modes_are_as_each_alone(family: str) -> None:
    files = files_of(family)
    assert files
    both = check_modes(files, Options())
    alone = {mode: check(files, Options(mode=mode)) for mode in BOTH_MODES}
    assert {mode: one.diagnostics for mode, one in both.items()} == {
        mode: one.diagnostics for mode, one in alone.items()
    }
    assert any(one.diagnostics for one in alone.values())


def test_a_mode_that_the_code_names_holds_in_both(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MIXED)
    found = check_modes([path], Options(scope="explicit"))
    rows = {mode: [(one.code, one.location.row) for one in result.diagnostics] for mode, result in found.items()}
    assert rows["default"] == [("FG201", 4), ("FG401", 8), ("FG401", 13)]
    assert rows["fullgraph"] == [("FG401", 8), ("FG401", 13)]


def test_the_cache_keeps_both_modes(tmp_path: Path) -> None:
    files, how = files_of("fg101")[:5], RunOptions(jobs=1, cache=tmp_path / "cache")
    first = runner.check_modes(files, Options(), how)
    again = runner.check_modes(files, Options(), how)
    alone = {mode: runner.check(files, Options(mode=mode), how) for mode in BOTH_MODES}
    for mode in BOTH_MODES:
        assert first[mode].diagnostics == again[mode].diagnostics == alone[mode].diagnostics
