"""Shows what a run came to: findings in the format that was asked for, diffs, and mistakes in comments."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import click
from fullgraph.lint.commands.reading import reader
from fullgraph.lint.commands.terminal import (
    chosen_colour,
    look_of,
    print_text,
    shown,
    write_bytes,
    write_file,
    write_text,
)
from fullgraph.lint.report.formats import FOR_PEOPLE

if TYPE_CHECKING:
    from pathlib import Path

    from fullgraph.lint.diagnostics.diagnostic import CheckResult, UnusedIgnore
    from fullgraph.lint.fixes.apply import FixResult
    from fullgraph.lint.report.text import Look
    from fullgraph.lint.source.source_file import SourceFile


@dataclass
class Output:
    """The destination and format of the findings."""

    form: str
    file: str | None
    quiet: bool
    statistics: bool = False
    unsafe: bool = False
    """Whether unsafe fixes count as fixes."""
    only_fixes: bool = False
    """Whether findings that remain are left out."""
    show_fixes: bool = False
    """Whether what was fixed is counted by file and rule."""
    fixed: bool = field(default=False, init=False)
    """Whether a result with fixes was reported."""

    @property
    def for_people(self) -> bool:
        return self.form in FOR_PEOPLE

    def report(
        self,
        result: CheckResult | FixResult,
        *,
        to_stderr: bool = False,
        summary: bool = True,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Print the findings and the summary. ``texts`` are those of files that are not on disk."""
        from fullgraph.lint.report import fixed as as_fixed
        from fullgraph.lint.report import text as as_text

        files = getattr(result, "files", ())
        self.fixed = any(file.fixed or file.removed for file in files)
        stream = sys.stderr if to_stderr else sys.stdout
        look = look_of(stream, to_file=self.file is not None)
        content = self._counted(result, look) if self.statistics else self._listed(result, texts or {}, look)
        closing = ""
        if self.for_people and not self.quiet and summary:
            closing = as_fixed.summary(files, look_of(stream), self.show_fixes)
            if not self.only_fixes:
                closing += as_text.summary(
                    result.diagnostics,
                    result.files_checked,
                    unreadable=len({error.filename for error in result.errors if error.costs_file}),
                    faulty=len({error.filename for error in result.errors if not error.costs_file}),
                    in_part=len(result.in_part),
                    unsafe=self.unsafe,
                )
                closing += as_text.summary_of_scope(result)
        if self.file is None:
            print_text(content + closing, stream, look)
            return
        write_text(self.file, content)
        print_text(closing, stream, look_of(stream))

    def warn(self, messages: Iterable[str], sources: Iterable[SourceFile], unused: Iterable[UnusedIgnore] = ()) -> None:
        """Warn of something, of comments in these files that are mistaken, and of idle ones; not if quiet."""
        if not self.quiet and not self.only_fixes:
            show_warnings(messages)
            show_mistakes(sources)
            show_unused(unused)

    def _listed(self, result: CheckResult | FixResult, texts: Mapping[str, str], look: Look) -> str:
        from fullgraph.lint.report import fixed
        from fullgraph.lint.report.formats import render

        if self.only_fixes:
            if self.for_people:
                return fixed.render_fixed(getattr(result, "files", ()), look)
            result = replace(result, diagnostics=[])
        return render(self.form, result, reader(result, texts), look, self.unsafe)

    def _counted(self, result: CheckResult | FixResult, look: Look) -> str:
        from fullgraph.lint.report import statistics

        if self.form == "json":
            return statistics.render_json(result.diagnostics)
        return statistics.render(result.diagnostics, look)


def show_diff(result: FixResult, output: Output) -> int:
    from fullgraph.lint.report.fixed import render_counts
    from fullgraph.lint.report.text import count
    from fullgraph.lint.source.atomic_write import diff

    diffs = b"".join(diff(file.source, file.text) for file in result.files)
    if output.file is not None:
        write_file(output.file, diffs)
    elif sys.stdout.isatty() or chosen_colour():
        look = look_of(sys.stdout)
        print_text(
            "".join(_colour_diff(line, look) for line in diffs.decode(errors="replace").split("\n")), sys.stdout, look
        )
    else:
        write_bytes(diffs)
    left = [] if output.only_fixes else result.diagnostics
    if not output.quiet:
        findings, files = count(result.fixed, "finding"), count(len(result.files), "file")
        remain = "" if output.only_fixes else f"; {len(left)} would remain"
        click.echo(f"Would fix {findings} in {files}{remain}.", err=True)
        if output.show_fixes:
            look = look_of(sys.stderr)
            print_text(render_counts(result.files, look), sys.stderr, look)
    return 2 if result.errors else 1 if result.files or left else 0


def _colour_diff(line: str, look: Look) -> str:
    from fullgraph.lint.report.text import printable

    shown = printable(line.replace("\t", "    ").rstrip("\r"))
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    is_name = line.startswith(("--- ", "+++ "))
    return look.style(shown, None if is_name else colour, bold=is_name) + "\n" if line else ""


def show_warnings(messages: Iterable[str]) -> None:
    for message in messages:
        click.echo(f"warning: {shown(message)}", err=True)


def show_mistakes(sources: Iterable[SourceFile]) -> None:
    """Warn of suppression comments that silence nothing."""
    from fullgraph.lint.report.text import printable
    from fullgraph.lint.suppression import comments

    for source in sources:
        for row, message in comments.mistakes(source.text):
            click.echo(printable(f"{source.display}:{source.at(row)}: warning: {message}"), err=True)


def show_unused(unused: Iterable[UnusedIgnore]) -> None:
    """Warn of suppression comments that silence nothing any more."""
    from fullgraph.lint.diagnostics import cells
    from fullgraph.lint.report.text import printable

    for one in unused:
        what = f'"{one.text}"' if one.codes is None else f'{", ".join(one.codes)} in "{one.text}"'
        message = (
            f"{one.filename}:{cells.at(one.cells, one.row)}: warning: {what} silences nothing here; --fix removes it"
        )
        click.echo(printable(message), err=True)


def suppressing(path: Path) -> SourceFile | None:
    """A file if it may hold a suppression comment of ours and can be read."""
    from fullgraph.lint.source.source_file import SourceError, SourceFile

    try:
        source = SourceFile.read(path)
        return source if "fullgraph" in source.text or "noqa" in source.text else None
    except SourceError:
        return None
