"""``fullgraph explain``: what check makes of one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click
from fullgraph.lint.commands import completing
from fullgraph.lint.commands.options import Chosen, run_options
from fullgraph.lint.commands.showing import show_warnings
from fullgraph.lint.commands.terminal import TRACEBACK, color_option, look_of, print_text, show_errors, write_text


@click.command(short_help="Say whether a line is compiled, how, and what it holds.")
@click.argument("place", metavar="FILE:LINE", shell_complete=completing.files)
@click.argument("paths", nargs=-1, shell_complete=completing.files)
@run_options
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
@click.option("--traceback", is_flag=True, help=f"Show the traceback of an internal error (also: {TRACEBACK}=1).")
def explain(
    place: str,
    paths: tuple[str, ...],
    output_format: str,
    traceback: bool,
    **run: Any,
) -> None:
    """Say what `fullgraph check` makes of the line FILE:LINE.

    Whether torch.compile traces it, and on which ways from which roots, or why not; what each name, attribute and
    expression on it can hold, and why; what is found there, and what is left out for which reason.

    The ways are those in FILE and in the files and folders PATHS (default: FILE alone). Give the PATHS and options
    that check was given to hear what it went by. A column (FILE:LINE:COLUMN) is allowed and makes no difference.

    Exits with 0, or with 2 if something could not be read.
    """
    if traceback:
        os.environ[TRACEBACK] = "1"
    sys.exit(explain_line(place, paths, Chosen(run), output_format, None))


def explain_line(place: str, paths: Sequence[str], chosen: Chosen, form: str, file: str | None) -> int:
    """Explain a line; the exit status."""
    from fullgraph.lint.explain import explain
    from fullgraph.lint.explain.answers import Target
    from fullgraph.lint.report import explanation as report
    from fullgraph.lint.source.discovery import discover
    from fullgraph.lint.source.source_file import SourceError

    found = discover(paths, chosen.settings) if paths else None
    try:
        target = Target.parse(place)
        chosen.require_facts(target.path)
        explanation, errors = explain(target, found.files if found is not None else [], chosen.options(target.path))
    except SourceError as failure:
        show_errors([failure.error])
        return 2
    errors = [*(found.errors if found is not None else []), *errors]
    show_errors(errors)
    show_warnings(chosen.warnings([target.path, *(found.files if found is not None else [])]))
    look = look_of(sys.stdout, to_file=file is not None)
    text = report.render_json(explanation) if form == "json" else report.render(explanation, look)
    if file is None:
        print_text(text, sys.stdout, look)
    else:
        write_text(file, text)
    return 2 if errors else 0
