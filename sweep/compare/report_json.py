"""What changed, for programs; docs/comparing-sweeps.md describes the keys."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from fullgraph.sweep.compare.model import PairChanges, RunKey, SweepDiff

VERSION = 1


def as_json(diff: SweepDiff) -> str:
    """The text of the report."""
    return json.dumps(to_json(diff), indent=2) + "\n"


def to_json(diff: SweepDiff) -> dict[str, Any]:
    """The report as JSON values."""
    return {
        "version": VERSION,
        "fullgraph": diff.fullgraph,
        "exit_status": diff.exit_status,
        "a": dataclasses.asdict(diff.a),
        "b": dataclasses.asdict(diff.b),
        "compared": diff.compared,
        "counts": diff.counts,
        "reran": diff.reran,
        "not_timed": diff.not_timed,
        "changed": [_pair(pair) for pair in diff.changed],
        "shared_breaks": [dataclasses.asdict(one) for one in diff.shared_breaks],
        "only_a": [_key(key) for key in diff.only_a],
        "only_b": [_key(key) for key in diff.only_b],
    }


def _pair(pair: PairChanges) -> dict[str, Any]:
    return {
        **_key(pair.key),
        "library": pair.library,
        "verdict": pair.verdict,
        "differences": dataclasses.asdict(pair.differences),
        "problem": pair.problem,
        "changes": [dataclasses.asdict(one) for one in pair.changes],
    }


def _key(key: RunKey) -> dict[str, str]:
    return {name.rstrip("_"): value for name, value in dataclasses.asdict(key).items()}
