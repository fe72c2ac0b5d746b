"""Expectations as commands take them: every fault is one line that ends the command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.commands.terminal import Failure
from fullgraph.runtime_check.expect.comparison import updated
from fullgraph.runtime_check.expect.file import ExpectationsError, read, write
from fullgraph.runtime_check.expect.model import Expectations, Observed


def read_expectations(file: Path | None, *, update: bool) -> Expectations | None:
    """What the file accepts: nothing where it is still to be made. Raises `Failure`, with one line."""
    if file is None:
        return None
    if update and not file.exists():
        return {}
    try:
        return read(file)
    except ExpectationsError as failure:
        raise Failure(f"--expect: {failure}") from None


def write_expectations(file: Path, expected: Expectations, observed: Sequence[Observed]) -> None:
    """Have the file accept what was observed. Raises `Failure`, with one line."""
    try:
        write(file, updated(expected, observed))
    except ExpectationsError as failure:
        raise Failure(f"--expect: {failure}") from None
