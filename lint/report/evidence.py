"""The evidence for a rule: what TorchDynamo did with its cases, recorded for each torch version."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Any

from fullgraph.lint.report.text import count


def recorded(code: str) -> list[dict[str, Any]]:
    """For each torch version with a record, newest first: ``torch``, ``python`` and the ``cases`` of the rule by name.

    A case holds for each compile mode its ``breaks`` (line, registry id, reason) and number of ``graphs``; one that
    proves what it says itself is only ``proved``.
    """
    found = []
    for record in _records():
        own = {name: case for name, case in record["cases"].items() if name.startswith(f"{code.lower()}_")}
        if own:
            found.append({"torch": record["torch"], "python": record["python"], "cases": own})
    return found


def observed(code: str) -> tuple[list[str], list[str]]:
    """How cases of a rule fail on the newest torch with a record, and the versions on which some did."""
    records = recorded(code)
    found = [(record["torch"], _ways(record["cases"])) for record in records]
    versions = sorted((".".join(torch.split(".")[:2]) for torch, ways in found if ways), key=_version)
    return next((ways for _, ways in found if ways), []), versions


def _ways(cases: Mapping[str, Any]) -> list[str]:
    """In which modes cases end the graph, and whether they recompile or show something else."""
    ways = set()
    for name, case in cases.items():
        kind = name.partition("/")[2].partition("_")[0]
        if case.get("proved"):
            ways |= {"other"} - ({"other"} if kind == "clean" else set())
            continue
        ways |= {mode for mode in ("default", "fullgraph") if kind != "clean" and case[mode]["breaks"]}
        ways |= {"recompile"} if kind == "recompile" else set()
        ways |= {"other"} if case.get("differs") else set()
    return sorted(ways)


def releases() -> list[tuple[str, str, int, int | None, int | None]]:
    """For each torch version with a record, newest first: torch, Python, and the number of its cases that are proved.

    With the numbers of cases that did the same under ``nested_graph_breaks``, and otherwise; None: not tried.
    """
    found = []
    for record in _records():
        short = ".".join(record["torch"].split(".")[:2])
        file = resources.files("fullgraph.rules") / "evidence" / "nested_graph_breaks" / f"torch-{short}.json"
        nested = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        same, other = (len(nested[key]) if nested else None for key in ("as_marked", "otherwise"))
        found.append((record["torch"], record["python"], len(record["cases"]), same, other))
    return found


@functools.cache
def _records() -> list[dict[str, Any]]:
    """Return what is recorded, by torch version, newest first."""
    folder = resources.files("fullgraph.rules") / "evidence"
    if not folder.is_dir():
        return []
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    records = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return sorted(records, key=lambda record: _version(record["torch"]), reverse=True)


def _version(text: str) -> list[int]:
    return [int(part) for part in text.split(".") if part.isdigit()]


def _general(reason: str) -> str:
    """A reason without the expression that a guard was wanted on, which differs from case to case."""
    guard = "Could not guard on data-dependent expression"
    return guard if guard in reason else reason


def summarize(record: dict[str, Any]) -> str:
    """One line: how many of the cases broke, over what, or recompiled, and how many did not."""
    reasons: Counter[str] = Counter()
    breaking = again = silent = rewritten = proved = differing = 0
    for name, case in record["cases"].items():
        if case.get("proved"):
            clean = name.rpartition("/")[2].startswith("clean_")
            silent += clean
            proved += not clean
            continue
        seen = {
            (entry["registry"], entry["reason"]) for mode in ("default", "fullgraph") for entry in case[mode]["breaks"]
        }
        elsewhere = any(case[mode].get("elsewhere") or case[mode].get("skipped") for mode in ("default", "fullgraph"))
        reasons.update(
            {f"{_general(reason)} ({registry})" if registry else _general(reason) for registry, reason in seen}
        )
        breaking += bool(seen or elsewhere)
        rewritten_too = name.startswith("fg7") and name.partition("/")[2].startswith("fix_")
        recompiled = rewritten_too or name.partition("/")[2].startswith("recompile_")
        again += recompiled
        differing += case.get("differs", False)
        silent += not (seen or elsewhere or recompiled or case.get("differs"))
        rewritten += "fixed" in case
    other = proved or again or differing
    parts = [f"{count(breaking, 'case')} broke the graph"] if breaking or not other else []
    if again:
        parts.append(f"{count(again, 'case')} recompiled")
    if differing:
        parts.append(f"{count(differing, 'case')} gave other results than eager")
    if proved:
        parts.append(f"{count(proved, 'case')} did what the rule says")
    parts.append(f"{count(silent, 'look-alike')} did not")
    if rewritten:
        parts.append(f"{count(rewritten, 'case')} gave one graph once rewritten")
    commonest = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    why = "; ".join(f"{reason} in {number}" for reason, number in commonest)
    return f"torch {record['torch']} (Python {record['python']}): {', '.join(parts)}.{f' {why}.' if why else ''}"
