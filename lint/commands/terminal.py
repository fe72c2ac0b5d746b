"""The terminal, as every command uses it: errors in one line, colour, text that its encoding lacks."""

from __future__ import annotations

import importlib.util
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from fullgraph.lint.diagnostics.diagnostic import Problem
    from fullgraph.lint.report.text import Look

TRACEBACK = "FULLGRAPH_TRACEBACK"
"""Set to anything, this environment variable shows the tracebacks of internal errors."""


NEEDED_TO_VERIFY = ("torch", "numpy", "rich", "jinja2", "pygments")
NEEDED_TO_SWEEP = ("duckdb", "ray", *NEEDED_TO_VERIFY)
NEEDED_TO_COMPARE = ("duckdb", "rich", "jinja2", "pygments")
"""For `diff` of sweeps that are done."""


class Failure(click.ClickException):
    """Ends the command with status 2 and one line on stderr."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"error: {shown(self.message)}", err=True)


def shown(message: str) -> str:
    """A message that may quote names or settings, in one line and without control characters."""
    from fullgraph.lint.report.text import printable

    return printable(" ".join(message.splitlines()))


def write_text(file: str, text: str) -> None:
    """Write a report, whole or not at all. Raises `Failure`."""
    write_file(file, text.encode("utf-8", errors="backslashreplace"))


def write_file(file: str, data: bytes) -> None:
    """Write a report into a file that is made or replaced at once; what is no regular file is written to as it is.

    Raises `Failure`, with what was there as it was.
    """
    from fullgraph.lint.source.atomic_write import replace_bytes

    path = Path(file)
    try:
        status = path.stat() if path.exists() else None
        is_device = path.absolute().parts[1:2] in (("dev",), ("proc",))
        if is_device or (status is not None and not stat.S_ISREG(status.st_mode)):
            with path.open("ab") as stream:
                stream.write(data)
        else:
            replace_bytes(Path(os.path.realpath(path)), data, status)  # a link stays one
    except OSError as failure:
        raise Failure(f"cannot write {file}: {failure.strerror or failure}") from None


def show_errors(errors: Iterable[Problem]) -> None:
    """A line for each problem, on standard error; one for all internal errors of a file that say the same."""
    from fullgraph.lint.diagnostics.diagnostic import Fault
    from fullgraph.lint.report.text import count, printable

    alike: dict[object, list[Problem]] = {}
    for number, error in enumerate(errors):
        key = (error.filename, error.message) if isinstance(error, Fault) else number
        alike.setdefault(key, []).append(error)
    for first, *others in alike.values():
        more = f" (and in {count(len(others), 'more place')})" if others else ""
        click.echo(f"{printable(str(first))}{more}", err=True)
        if isinstance(first, Fault) and os.environ.get(TRACEBACK):
            click.echo("\n".join(map(printable, first.traceback.split("\n"))), err=True, nl=False)


def _chosen_colour(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.color = {"always": True, "never": False}.get(value)
        context.meta[COLOUR] = context.color


color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    callback=_chosen_colour,
    help="Color the output.  [default: auto, by the terminal, NO_COLOR and FORCE_COLOR]",
)
"""Decides about colour, for the command and those below it."""

COLOUR = "fullgraph.colour"


def chosen_colour() -> bool | None:
    """Whether ``--color`` asks for colour; None where it leaves that to the terminal."""
    context = click.get_current_context(silent=True)
    return context.meta.get(COLOUR) if context is not None else None


def look_of(stream: TextIO, to_file: bool = False) -> Look:
    """Return what a stream can show. --color decides about colour, then NO_COLOR and FORCE_COLOR, if set."""
    from fullgraph.lint.report.text import Look

    encoding = "utf-8" if to_file else getattr(stream, "encoding", None) or "ascii"
    try:
        "→…".encode(encoding)
        unicode = True
    except (UnicodeEncodeError, LookupError):
        unicode = False
    asked = chosen_colour()
    if asked is not None and not to_file:
        return Look(asked, unicode)
    if to_file or os.environ.get("NO_COLOR"):
        return Look(False, unicode)
    is_terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
    return Look(bool(os.environ.get("FORCE_COLOR")) or is_terminal, unicode)


def print_text(text: str, stream: TextIO, look: Look) -> None:
    """Print text; characters that the stream's encoding lacks are escaped."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), file=stream, nl=False, color=look.colour)


def write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def show_traceback() -> None:
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exc()


def missing_for_verify() -> str | None:
    """Return what to install for what compiles code; None where all of it is there."""
    return _missing(NEEDED_TO_VERIFY, "verify")


def missing_for_sweep(needed: Iterable[str] = NEEDED_TO_SWEEP) -> str | None:
    """The same for sweeps, or for what a part of them needs."""
    return _missing(needed, "sweep")


def _missing(needed: Iterable[str], extra: str) -> str | None:
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    return f"needs {', '.join(missing)}: pip install 'fullgraph[{extra}]'" if missing else None
