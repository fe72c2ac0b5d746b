"""How the tests of the analyzer name what they check."""

from __future__ import annotations

from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Diagnostic

Check = Callable[..., list[Diagnostic]]


def places(diagnostics: list[Diagnostic]) -> list[tuple[str, int, str]]:
    return [(d.filename, d.location.row, d.code) for d in diagnostics]
