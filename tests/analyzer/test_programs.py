"""Small programs, each about one way in which code comes into compile scope or a value becomes tensor data.

A line that has to be reported ends in ``# hit``; no other line may be. ``# scope: explicit`` as the first line takes
for compiled only what a ``torch.compile`` call reaches.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
BREAKS = ("FG101", "FG102", "FG103", "FG401")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_just_the_marked_lines_are_reported(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    marked = {row for row, line in enumerate(lines, 1) if line.endswith("# hit")}
    scope = "explicit" if lines[0] == "# scope: explicit" else "all"
    result = check([path], Options(select=BREAKS, scope=scope))
    assert not result.errors
    assert {diagnostic.location.row for diagnostic in result.diagnostics} == marked
