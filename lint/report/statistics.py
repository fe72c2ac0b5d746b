"""The number of findings of each rule, as a table or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Applicability, Diagnostic
from fullgraph.lint.report.text import Look, printable


def render(diagnostics: Sequence[Diagnostic], look: Look) -> str:
    """A line for each rule, the most frequent first: how many, code, name and how many ``--fix`` would fix."""
    rows = _rows(diagnostics)
    width = max((len(str(count)) for _, _, count, _, _ in rows), default=0)
    lines = []
    for code, name, count, safe, unsafe in rows:
        fixes = [f"{safe} fixable"] if safe else []
        fixes += [f"{unsafe} with --fix --unsafe-fixes"] if unsafe else []
        suffix = f" ({', '.join(fixes)})" if fixes else ""
        lines.append(f"{count:>{width}}  {look.style(code, 'red', bold=True)}  {printable(name)}{suffix}\n")
    return "".join(lines)


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """An array of ``{code, name, count, fixable, unsafe_fixable}``."""
    keys = ("code", "name", "count", "fixable", "unsafe_fixable")
    return json.dumps([dict(zip(keys, row, strict=True)) for row in _rows(diagnostics)], indent=2) + "\n"


def _rows(diagnostics: Sequence[Diagnostic]) -> list[tuple[str, str, int, int, int]]:
    levels = Counter((one.code, one.fix.applicability) for one in diagnostics if one.fix is not None and one.fix.edits)
    counts = Counter((one.code, one.name) for one in diagnostics)
    applied = {code: levels[code, Applicability.SAFE] + levels[code, Applicability.OBSERVED] for code, _ in counts}
    return [
        (code, name, count, applied[code], levels[code, Applicability.UNSAFE])
        for (code, name), count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
