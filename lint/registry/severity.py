"""How grave a finding is: the one place where that is decided, for every format and the editor.

An *error* makes ``fullgraph=True`` fail, compiling raise, or results differ from eager's. A *warning* costs time alone:
a recompile, a break that ``fullgraph=True`` does not have, a call of ``torch.compile`` that gains nothing. A finding of
low confidence is a *note*.
"""

from __future__ import annotations

from typing import Literal

from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.registry.codes import HAZARDS, is_about_break

Severity = Literal["error", "warning", "note"]

RAISING_CALLS = frozenset(("FG802", "FG803", "FG808"))
"""Rules about calls of ``torch.compile`` that raise, or whose checkpoints do not load."""


def severity_of_rule(code: str) -> Severity:
    """The severity of most of a rule's findings."""
    return "error" if code in HAZARDS or code in RAISING_CALLS or is_about_break(code) else "warning"


def severity_of(one: Diagnostic) -> Severity:
    """The severity of a finding."""
    if one.confidence == "low":
        return "note"
    if one.raises:
        return "error"
    if is_about_break(one.code) and "fullgraph" not in one.modes:
        return "warning"
    return severity_of_rule(one.code)
