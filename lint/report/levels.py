"""Plain messages and codes, as reports for other programs need them."""

from __future__ import annotations

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import RAISES, Applicability, Diagnostic, Fault, Problem

_KINDS = {
    Applicability.SAFE: "fix",
    Applicability.OBSERVED: "observed fix",
    Applicability.UNSAFE: "unsafe fix",
    Applicability.DISPLAY: "suggestion",
}


def error_code(error: Problem) -> str:
    """Return what stands for a rule's code where something could not be checked."""
    if isinstance(error, Fault):
        return "internal-error"
    return "invalid-syntax" if error.row is not None else "invalid-input"


def plain_message(diagnostic: Diagnostic) -> str:
    """The message and what a fix would do, in lines without colour; in a notebook, the place comes first."""
    place = ""
    if diagnostic.cells is not None:
        place = f"{cells.named(diagnostic.cells, diagnostic.location.row)}: "
    lines = [f"{place}{diagnostic.headline}"]
    if diagnostic.raises:
        lines.append(RAISES)
    if diagnostic.measured is not None:
        lines.append(f"measured: {diagnostic.measured.told}")
    if diagnostic.seldom:
        lines.append(diagnostic.seldom)
    if diagnostic.fix is not None:
        lines.append(f"{_KINDS[diagnostic.fix.applicability]}: {diagnostic.fix.message}")
    return "\n".join(lines)
