"""A copy of a target's code, fixed with what check has for it, less what does not hold there."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.facts.schema import Recorded
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits, Observation
from fullgraph.runtime_check.results import Repair
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.holding import Observe, OnCopy, Progress, Settling, facts_of


def fix_copy(
    name: str,
    copy: repair.Copy,
    again: Request,
    before: Observation,
    limits: Limits,
    *,
    unsafe: bool,
    given: Recorded | None = None,
    follow: Sequence[str] = (),
    progress: Progress = lambda _line: None,
    run: Observe | None = None,
) -> Repair:
    """Fix the copy, with what was seen of its functions, and leave of what is not safe what runs there and holds.

    ``again`` is the request for the copy, ``before`` what came of the original, and ``given`` are the facts that are
    known beside those. ``run`` runs the copy, by default as `observe` does. Without outcomes to compare with, nothing
    is run: what is not safe is taken as it is.
    """
    with tempfile.TemporaryDirectory(prefix="fullgraph-facts-") as folder:
        rewrite = repair.rewriting(copy, before.roots, follow, Path(folder), unsafe=unsafe)
        trials = []
        if again.compare_outcomes is not None:
            tried = dataclasses.replace(again, bench_seconds=0.0, code=False)
            trials.append(OnCopy(name, before, tried, copy, limits, progress, fixes_copy=True, run=run))
        seen = (given or Recorded()).join(facts_of(before)).renamed(copy.identities)
        settling = Settling(rewrite, trials, seen, keeps_safe=True)
        if settling.is_uncertain:
            settling.run()
        for file in settling.result.files:
            file.source.path.write_bytes(file.source.encode(file.text))
    return repair.told(copy, settling.result, settling.refused.values(), unsafe=unsafe)
