"""No test of a container is said to be false that Python finds true, in whatever way the container came to be so."""

from __future__ import annotations

from pathlib import Path

import pytest
from container_programs import program
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

PROGRAMS = 240


@pytest.mark.parametrize("part", range(4))
def test_reads_that_python_comes_to_are_found(part: int, tmp_path: Path) -> None:
    programs = {}
    for number in range(part, PROGRAMS, 4):
        path = tmp_path / f"program_{number}.py"
        programs[path] = program(f"containers {number}")
        path.write_text(programs[path].text, encoding="utf-8")
    found = {
        (Path(one.filename), one.location.row)
        for one in check([*programs], Options(confidence="low")).diagnostics
        if one.code == "FG202"
    }
    reached = {(path, row) for path, one in programs.items() for row in one.reached}
    others = {(path, row) for path, one in programs.items() for row in one.reads - one.reached}
    assert len(reached) > 60
    missed = sorted(reached - found)
    assert not missed, programs[missed[0][0]].text
    # What surely is not reached is not reported: more than half of what was not.
    assert len(others & found) < len(others) / 2
