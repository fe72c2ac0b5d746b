"""What the graph breaks of a run cost, as facts about the functions that they lie in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.diagnostics.measured import Measured, Source
from fullgraph.lint.facts import identity
from fullgraph.lint.facts.coding import from_json, to_json
from fullgraph.lint.facts.functions import Line, digest_of, line_at
from fullgraph.lint.facts.schema import CostFact, FunctionFact, Recorded
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import MAX_BYTES
from fullgraph.runtime_check.results import BreakCost, Place, Run, cause_of

CPU = "cpu"
_LONGEST = 200
"""Characters of the name of a target or device."""
_OF_TORCH = re.compile(r"[\\/](?:site|dist)-packages[\\/]torch[\\/]")


@dataclass(frozen=True)
class Costs:
    """What a run measured. Nothing is recorded where there is no break, which says something too."""

    source: Source
    recorded: Recorded


def costs_of(run: Run, target: str, *, training: bool | None) -> Costs | None:
    """What the breaks cost at the lines where they are, and at those where `check` reports them; None: not measured.

    ``training``: whether the modules were in train mode, if all were in one. Raises `coding.Malformed` for what a
    target's process may have written in the place of figures.
    """
    if not _is_measured(run):
        return None
    device = run.environment.device_name if run.environment.device.partition(":")[0] != CPU else CPU
    trains = training if training is not None else run.what != "forward"
    source = Source(target[:_LONGEST], device[:_LONGEST], "train" if trains else "eval")
    lines = _Lines()
    found: dict[tuple[str, str, str], FunctionFact] = {}
    by_line: dict[tuple[str, Line], list[BreakCost]] = {}
    for cost in run.break_costs.causes if run.break_costs is not None else ():
        for key in dict.fromkeys(lines.at(place) for place in _places(cost, run)):
            if key is not None:
                by_line.setdefault(key, []).append(cost)
    for (file, line), costs in by_line.items():
        named = line.function
        fact = CostFact(line.row, (_together(costs, source),))
        one = FunctionFact(file, named.name, digest_of(named.node), named.first_line, costs={line.statement: fact})
        found[one.key] = found[one.key].join(one) if one.key in found else one
    return Costs(source, from_json(to_json(Recorded(found))))


def _is_measured(run: Run) -> bool:
    if run.break_costs is not None:
        return run.break_costs.step_seconds is not None
    return run.failure is None and run.verdict("breaks") is not None and not run.compile_raises


def _places(cost: BreakCost, run: Run) -> Iterator[Place]:
    yield cost.place
    for one in run.breaks:
        if cause_of(one) == cause_of(cost):
            yield from one.predicted_at


def _together(costs: Sequence[BreakCost], source: Source) -> Measured:
    """What some causes cost together."""
    kernels = [one.kernels for one in costs if one.kernels is not None]
    return Measured(
        source,
        _rounded(1e3 * sum(one.seconds or 0.0 for one in costs)),
        min(1.0, _rounded(sum(one.share or 0.0 for one in costs))),
        _rounded(sum(one.calls for one in costs)),
        _rounded(sum(one.operators for one in costs)),
        _rounded(sum(one.syncs for one in costs)),
        _rounded(sum(kernels)) if kernels else None,
    )


def _rounded(figure: float) -> float:
    """More digits would only be noise."""
    return float(f"{figure:.4g}")


class _Lines:
    """Looks lines up by their places, and reads each file once."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module | None] = {}

    def at(self, place: Place) -> tuple[str, Line] | None:
        """The name by which facts know the file, and the line; None outside of functions, and in torch."""
        if place.filename not in self._trees:
            self._trees[place.filename] = _tree(Path(place.filename))
        tree = self._trees[place.filename]
        line = line_at(tree, place.line) if tree is not None else None
        return (identity.of_file(Path(place.filename).resolve()), line) if line is not None else None


def _tree(path: Path) -> ast.Module | None:
    if _OF_TORCH.search(str(path)):
        return None
    try:
        data = read_regular(path, MAX_BYTES)
        return ast.parse(data) if data is not None else None
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
