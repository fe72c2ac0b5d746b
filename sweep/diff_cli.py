"""The command ``fullgraph diff``."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands.terminal import NEEDED_TO_COMPARE, Failure, missing_for_sweep, write_text
from fullgraph.lint.report.text import count

if TYPE_CHECKING:
    from fullgraph.sweep.compare.comparing import Rerun
    from fullgraph.sweep.compare.model import SweepDiff
    from fullgraph.sweep.compare.running import Worktrees
    from fullgraph.sweep.compare.sides import Side

FORMATS = ("text", "markdown", "json", "html")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("a")
@click.argument("b")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    help="Sweep this with the code of A and of B, if they are git revisions. Repeatable.",
)
@click.option(
    "--rerun/--no-rerun",
    default=None,
    help="Repeat changed runs three times on B's side, before reporting a change. This runs the targets in the "
    "interpreter that the store names.  [default: if B is a git revision]",
)
@click.option(
    "--output-format",
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option(
    "--output-file", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead."
)
def diff(a: str, b: str, targets: tuple[str, ...], rerun: bool | None, form: str, output_file: Path | None) -> None:
    """Report what changed between two sweeps, and the likely cause.

    A and B are stores of sweeps: FILE, or FILE@NAME for the runs in one of its environments, or with one version of
    the code. Anything that is not a file is a revision of the current git repository, whose targets are swept first.

    Runs are paired by target, pass, mode, dtype and device. The report covers breaks that are new, gone or changed,
    models that became one graph or stopped being one, runs that became usable or unusable, graphs, recompiles, checks,
    and times whose intervals do not overlap. It attributes each to torch, the library, fullgraph, or chance.

    Exits with 0 if nothing got worse, 1 if something did, 2 if a sweep cannot be read or made.
    """
    missing = missing_for_sweep() if targets else missing_for_sweep(NEEDED_TO_COMPARE)
    if missing is not None:
        raise Failure(f"diff {missing}")
    from fullgraph.sweep.compare.comparing import compare
    from fullgraph.sweep.compare.running import Reruns, SweepError, worktrees
    from fullgraph.sweep.store.store import StoreError

    _require_consistent(a, b, targets)
    try:
        with contextlib.ExitStack() as stack:
            trees = stack.enter_context(worktrees(Path.cwd())) if targets else None
            first, second = (_side(text, targets, trees) for text in (a, b))
            folder = trees.folders.get(b) if trees is not None else None
            wanted = folder is not None if rerun is None else rerun
            again: Rerun | None = Reruns(second, folder) if wanted else None
            found = compare(first, second, again, progress=_running_again)
    except (StoreError, SweepError) as failure:
        raise Failure(str(failure)) from None
    _write(found, form, output_file)
    raise SystemExit(found.exit_status)


def _require_consistent(a: str, b: str, targets: Sequence[str]) -> None:
    """Raise `Failure` for what is no store where none can be made, and for targets that nothing would sweep."""
    from fullgraph.sweep.compare.sides import is_store

    revisions = [text for text in (a, b) if not is_store(text)]
    if revisions and not targets:
        raise Failure(
            f"there is no store {revisions[0]}; to compare git revisions, name what to sweep: --target hf:BertModel"
        )
    if targets and not revisions:
        raise click.UsageError("--target is for git revisions, and both A and B are stores")


def _side(text: str, targets: Sequence[str], trees: Worktrees | None) -> Side:
    """A store, or what the targets do at a revision. Raises `StoreError` or `SweepError`."""
    from fullgraph.sweep.compare.sides import is_store, read_side

    if trees is None or is_store(text):
        return read_side(text)
    side = read_side(str(trees.sweep_at(text, targets)))
    side.name = text
    return side


def _running_again(number: int, of: int, runs: int) -> None:
    click.echo(f"running again what changed, {number} of {of}: {count(runs, 'run')}", err=True)


def _write(found: SweepDiff, form: str, output_file: Path | None) -> None:
    if form == "text":
        from fullgraph.runtime_check.report.text import console_for
        from fullgraph.sweep.compare.report_text import print_diff

        if output_file is None:
            print_diff(found, console_for(sys.stdout))
            return
        stream = io.StringIO()
        print_diff(found, console_for(stream))
        text = stream.getvalue()
    elif form == "markdown":
        from fullgraph.sweep.compare.report_markdown import as_markdown

        text = as_markdown(found)
    elif form == "json":
        from fullgraph.sweep.compare.report_json import as_json

        text = as_json(found)
    else:
        from fullgraph.sweep.compare.report_html import as_html

        text = as_html(found)
    if output_file is not None:
        write_text(str(output_file), text)
    else:
        from fullgraph.lint.commands.terminal import look_of, print_text

        print_text(text, sys.stdout, look_of(sys.stdout))
