"""Adds what eager runs saw to a file of facts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from fullgraph.lint.facts import files
from fullgraph.lint.facts.coding import Malformed, from_json
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.report.text import count
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.session.measured_costs import Costs, costs_of


def keep_facts(path: Path, observation: Observation, target: str, *, eager: bool) -> None:
    """Add the facts of an observation to the file, and say in its run what became of them.

    ``target``: the name by which the costs of its breaks are known. ``eager``: whether the eager run was recorded.
    """
    run, seen = observation.run, observation.facts
    if eager and seen is None:
        run.facts = "no facts were recorded: the target did not get that far"
        return
    try:
        # All of it comes from a process in which the target ran: not to be trusted.
        recorded = from_json(seen.recorded) if eager and seen is not None else Recorded()
        costs = costs_of(run, target, training=observation.training)
        add_facts(path, recorded, costs)
    except (Malformed, files.FactsError) as failure:
        run.facts = f"no facts were written: {failure}"
        return
    problem = seen.problem if seen is not None else None
    said = [told(recorded, path, [problem] if problem is not None else [])] if eager else []
    if costs is not None and costs.recorded.functions:
        lines = sum(len(fact.costs) for fact in costs.recorded.functions.values())
        said.append(f"what breaks cost at {count(lines, 'line')}, in {path}")
    run.facts = "; ".join(said)


def add_facts(path: Path, recorded: Recorded, costs: Costs | None = None) -> None:
    """Merge facts into a file, in the place of those about functions whose text was another one.

    Costs go in the place of what was measured of the same target before. Raises `files.FactsError`.
    """
    known = before = files.read(path) if path.exists() else Recorded()
    if costs is not None:
        known, recorded = known.without_costs_of(costs.source), recorded.join(costs.recorded)
    if recorded.functions or known != before:
        files.write(path, known.replaced_by(recorded))


def told(recorded: Recorded, path: Path, problems: Iterable[str] = ()) -> str:
    """One line about what was recorded. ``problems``: why something is missing."""
    why = "; ".join(problems)
    if not recorded.functions:
        why = why or "no function of the project, or of its model's package, was called"
        return f"no facts were recorded: {why}"
    calls = sum(fact.calls for fact in recorded.functions.values())
    line = f"facts of {count(len(recorded.functions), 'function')}, {count(calls, 'call')}, in {path}"
    return f"{line}; {why}" if why else line
