"""What the command line of ``check`` asks for beside the settings, and what of it does not go together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.report.formats import FOR_PEOPLE

STDIN = "-"
"""In the place of paths: standard input."""


@dataclass(frozen=True)
class Request:
    """The command line's options, beside the settings."""

    paths: tuple[str, ...]
    fix: bool
    fix_only: bool
    unsafe_fixes: bool
    show_fixes: bool
    diff: bool
    verify: bool
    targets: tuple[str, ...]
    write_baseline: Path | None
    add_ignore: bool
    statistics: bool
    output_file: str | None
    stdin_filename: str | None
    watch: bool
    exit_zero: bool
    exit_non_zero_on_fix: bool
    show_files: bool
    explain_scope: str | None
    quiet: bool
    verbose: bool
    traceback: bool

    @property
    def fixing(self) -> bool:
        return self.fix or self.fix_only or self.diff

    @property
    def leaves_for_later(self) -> bool:
        return self.add_ignore or self.write_baseline is not None

    @property
    def reads_stdin(self) -> bool:
        return STDIN in self.paths


WATCHED = "--watch prints text to the terminal; it goes with no fixes, and not with - (standard input)"


def clashes(request: Request, form: str) -> Iterator[str]:
    """Yield why options do not go together, in the order in which they are reported."""
    if request.explain_scope is not None:
        if request.fixing or request.unsafe_fixes or request.reads_stdin:
            yield "--explain-scope goes with no fixes, and not with - (standard input)"
        if form not in ("text", "full", "json"):
            yield f"--explain-scope prints text or json, not {form}"
    if request.explain_scope is not None or request.show_files:
        return
    if request.statistics and form not in (*FOR_PEOPLE, "json"):
        yield f"--statistics prints text or json, not {form}"
    if request.targets and not request.verify:
        yield "--target goes with --verify"
    if request.statistics and request.fix_only:
        yield "--statistics counts findings, of which --fix-only reports none"
    if request.verify and (not request.fixing or request.reads_stdin):
        yield "--verify goes with --fix, --fix-only or --diff, and not with - (standard input)"
    if request.leaves_for_later:
        if request.fixing or request.reads_stdin or (request.add_ignore and request.write_baseline is not None):
            option = "--add-ignore" if request.add_ignore else "--write-baseline"
            yield f"{option} goes with no fixes, and not with - (standard input)"
        return
    if request.watch and (request.fixing or request.reads_stdin or request.output_file is not None):
        yield WATCHED
    if not request.watch and request.reads_stdin and len(request.paths) > 1:
        yield "- (standard input) goes with no other path"
