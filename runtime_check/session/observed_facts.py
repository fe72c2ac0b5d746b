"""Adds what eager runs saw to a file of facts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from fullgraph.lint.facts import files
from fullgraph.lint.facts.coding import Malformed, from_json
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.report.text import count
from fullgraph.runtime_check.process.supervise import Observation


def keep_facts(path: Path, observation: Observation) -> None:
    """Add the facts of an observation to the file, and say in its run what became of them."""
    run, seen = observation.run, observation.facts
    if seen is None:
        run.facts = "no facts were recorded: the target did not get that far"
        return
    try:
        recorded = from_json(seen.recorded)  # written by a process in which the target ran: not to be trusted
        if recorded.functions:
            add_facts(path, recorded)
    except (Malformed, files.FactsError) as failure:
        run.facts = f"no facts were written: {failure}"
        return
    run.facts = told(recorded, path, [seen.problem] if seen.problem is not None else [])


def add_facts(path: Path, recorded: Recorded) -> None:
    """Merge facts into a file, in the place of those about functions whose text was another one.

    Raises `files.FactsError`.
    """
    known = files.read(path) if path.exists() else Recorded()
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
