"""The evidence that is kept of the cases' proofs, a file for each version of torch."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.conformance.cases import MODES, Case
from fullgraph.runtime_check.conformance.proof import Observed

_SYMBOLS = re.compile(r"\{(u\d+(?:, u\d+)*)\}")


def _ordered(reason: str) -> str:
    """A reason with its sets of symbols in order: Python prints them in another one in each process."""
    return _SYMBOLS.sub(lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", reason)


def evidence_of(case: Case, seen: Observed) -> dict[str, Any]:
    """The evidence of a case, in JSON's terms."""
    if seen.proved:
        return {"proved": True}
    entry: dict[str, Any] = {}
    for mode in MODES:
        observation = seen.modes[mode]
        marked = {case.statement(line): line for line in case.lines(mode)}
        breaks = sorted(
            {(marked.get(case.statement(line), line), gb or "", why) for line, gb, why in observation.breaks}
        )
        entry[mode] = {
            "breaks": [{"line": line, "registry": gb or None, "reason": _ordered(why)} for line, gb, why in breaks],
            "graphs": observation.graphs,
        }
        if observation.elsewhere:
            entry[mode]["elsewhere"] = [
                {"place": place, "registry": gb, "reason": reason} for place, gb, reason in observation.elsewhere
            ]
        if observation.skipped:
            entry[mode]["skipped"] = True
        if observation.recompiles:
            entry[mode]["recompiles"] = [
                {"lines": list(one.lines), "guard": one.guard, "count": one.count} for one in observation.recompiles
            ]
        if observation.limit is not None:
            entry[mode]["limit"] = observation.limit
    if case.differing:
        entry["differs"] = bool(seen.differences)
    if seen.rewritten is not None:
        entry["fixed"] = {"graphs": seen.rewritten.graphs}
    return entry


NESTED = "nested_graph_breaks"
"""The folder, beside the evidence, of what was seen under this setting of ``torch._dynamo.config``."""


def write_nested(problems: dict[str, list[str]], known: Collection[str]) -> Path:
    """Record of cases that ran under ``nested_graph_breaks`` which did as marked, and what the others did otherwise.

    What is recorded of other cases stays if they are ``known``.
    """
    import torch

    path = evidence_path()
    path = path.parent / NESTED / path.name
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        kept = {**{name: [] for name in before["as_marked"]}, **before["otherwise"]}
        problems = {name: texts for name, texts in kept.items() if name in known} | problems
    document = {
        "torch": torch.__version__.partition("+")[0],
        "as_marked": sorted(name for name, texts in problems.items() if not texts),
        "otherwise": {name: texts for name, texts in sorted(problems.items()) if texts},
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def evidence_path(version: str | None = None) -> Path:
    """The file of the evidence for a torch version; for the one installed without an argument."""
    import fullgraph.rules

    if version is None:
        import torch

        version = torch.__version__
    short = ".".join(version.split(".")[:2])
    return Path(fullgraph.rules.__path__[0]) / "evidence" / f"torch-{short}.json"


def read_evidence() -> dict[str, Any] | None:
    """The evidence for the torch installed, by case; None if there is none."""
    path = evidence_path()
    if not path.exists():
        return None
    cases: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return cases


def write_evidence(entries: dict[str, Any], known: Collection[str]) -> Path:
    """Record what was observed for the torch installed; what is recorded of other cases stays if they are ``known``.

    Such are the cases that could not run here, for want of a GPU or a package. The versions of Python that parts of
    the record were made with are listed.
    """
    import torch

    path = evidence_path()
    kept = {name: entry for name, entry in (read_evidence() or {}).items() if name in known and name not in entries}
    pythons = {".".join(platform.python_version_tuple()[:2])}
    if kept:
        pythons |= set(json.loads(path.read_text(encoding="utf-8"))["python"].split(", "))
    document = {
        "torch": torch.__version__.partition("+")[0],
        "python": ", ".join(sorted(pythons)),
        "cases": dict(sorted((kept | entries).items())),
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path
