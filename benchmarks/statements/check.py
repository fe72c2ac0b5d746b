"""What ``fullgraph check`` says of the programs, in both modes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.commands.runner import RunOptions, check_modes
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.lint.registry.codes import is_about_break

from .listing import Placed, Program

Said = dict[Mode, list[str]]
"""The findings by mode, as ``line in the program: code message``."""
MET = ("training", "float32", "cpu")
"""How the programs run; a finding that holds only otherwise is left out."""


class CheckError(Exception):
    """``check`` could not read something, or failed."""


def check(placed: Sequence[Placed], version: str, workers: int) -> dict[Program, Said]:
    """The findings in each program that are claims of a break; those about recompiles are not."""
    files = list(dict.fromkeys(one.path for one in placed))
    options = Options(scope="all", assume=MET, torch_version=version)
    results = check_modes(files, options, RunOptions(jobs=workers))
    said: dict[Program, Said] = {one.program: {mode: [] for mode in results} for one in placed}
    by_line = {(one.path, line): one for one in placed for line in range(one.first, one.last + 1)}
    for mode, result in results.items():
        if result.errors:
            raise CheckError(str(result.errors[0]))
        for found in result.diagnostics:
            place = by_line.get((Path(found.filename), found.location.row))
            if place is not None and is_about_break(found.code):
                line = found.location.row - place.first + 1
                said[place.program][mode].append(f"{line}: {found.code} {found.message}")
    return said
